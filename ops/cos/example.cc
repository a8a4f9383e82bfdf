// The cosine of a vector.
//
//   tools/bazel run //ops/cos:example

#include "acl_example.h"
#include "aclnnop/aclnn_cos.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({6}, {-1, 0, 0.5f, 3.1415927f, 1e10f, 3e38f}), out({6});
  session.Run(aclnnCosGetWorkspaceSize, aclnnCos, self, out);
  out.Print("out");
}
