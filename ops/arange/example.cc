// Eleven numbers from 0 to 1, and five downwards.
//
//   tools/bazel run //ops/arange:example

#include "acl_example.h"
#include "aclnnop/aclnn_arange.h"

using acl_example::Tensor;

namespace {

// out becomes start, start + step ... before end.
void PrintRange(const acl_example::Session& session, float start, float end, float step,
                const Tensor& out) {
  float numbers[] = {start, end, step};
  aclScalar* scalars[3];
  for (int i = 0; i < 3; ++i) scalars[i] = aclCreateScalar(&numbers[i], ACL_FLOAT);
  session.Run(aclnnArangeGetWorkspaceSize, aclnnArange, scalars[0], scalars[1], scalars[2], out);
  out.Print("out");
  for (const aclScalar* scalar : scalars) aclDestroyScalar(scalar);
}

}  // namespace

int main() {
  const acl_example::Session session;
  PrintRange(session, 0, 1.05f, 0.1f, Tensor({11}));
  PrintRange(session, 10, 0, -2, Tensor({5}));
}
