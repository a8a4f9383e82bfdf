// SiLU of a vector.
//
//   tools/bazel run //ops/silu:example

#include "acl_example.h"
#include "aclnnop/aclnn_silu.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({8}, {-6, -3, -1, -0.75f, 0, 0.5f, 1, 3}), out({8});
  session.Run(aclnnSiluGetWorkspaceSize, aclnnSilu, self, out);
  out.Print("out");
}
