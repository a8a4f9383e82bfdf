// Reciprocals of square roots.
//
//   tools/bazel run //ops/rsqrt:example

#include "acl_example.h"
#include "aclnnop/aclnn_rsqrt.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({8}, {0, 0.25, 1, 2, 3, 4, 9, 100}), out({8});
  session.Run(aclnnRsqrtGetWorkspaceSize, aclnnRsqrt, self, out);
  out.Print("out");
}
