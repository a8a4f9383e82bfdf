// Which elements of two vectors are both true.
//
//   tools/bazel run //ops/logical:example

#include "acl_example.h"
#include "aclnnop/aclnn_logical_and.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({4}, {1, 0, 3, 0}), other({4}, {0.5f, -1, 0, 0}), out({4});
  session.Run(aclnnLogicalAndGetWorkspaceSize, aclnnLogicalAnd, self, other, out);
  out.Print("out");
}
