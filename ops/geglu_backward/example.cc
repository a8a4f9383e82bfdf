// Back-propagates through GeGLU, with the gelu tensor that its forward gave.
//
//   tools/bazel run //ops/geglu_backward:example

#include "acl_example.h"
#include "aclnnop/aclnn_geglu_backward.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor grad_output({2, 2}, {1, 1, 2, -1});
  const Tensor self({2, 4}, {-6, -3, -1, -0.75, 0, 0.5, 1, 3});
  const Tensor gelu({2, 2}, {-0.158655f, -0.169980f, 0.841345f, 2.995950f});
  const Tensor grad_input({2, 4});
  session.Run(aclnnGeGluV3BackwardGetWorkspaceSize, aclnnGeGluV3Backward, grad_output, self, gelu,
              /*dim=*/-1, /*approximate=*/0,
              /*activateLeft=*/false, grad_input);
  grad_input.Print("gradInput");
}
