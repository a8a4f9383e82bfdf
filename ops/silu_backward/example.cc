// The gradient of SiLU, for the gradient 1 of its output.
//
//   tools/bazel run //ops/silu_backward:example

#include "acl_example.h"
#include "aclnnop/aclnn_silu_backward.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor grad_output({8}, {1, 1, 1, 1, 1, 1, 1, 1}),
      self({8}, {-6, -3, -1, -0.75f, 0, 0.5f, 1, 3}), grad_input({8});
  session.Run(aclnnSiluBackwardGetWorkspaceSize, aclnnSiluBackward, grad_output, self, grad_input);
  grad_input.Print("grad_input");
}
