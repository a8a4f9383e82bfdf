// GELU of a vector: y = x Phi(x).
//
//   tools/bazel run //ops/gelu:example

#include "acl_example.h"
#include "aclnnop/aclnn_gelu_v2.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor x({8}, {-6, -3, -1, -0.75, 0, 0.5, 1, 3});
  const Tensor y({8});
  session.Run(aclnnGeluV2GetWorkspaceSize, aclnnGeluV2, x, /*approximate=*/0, y);
  y.Print("y");
}
