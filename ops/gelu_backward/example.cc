// Back-propagates through GELU: gradInput = gradOutput * gelu'(self), with one gradient row for
// both rows of self.
//
//   tools/bazel run //ops/gelu_backward:example

#include "acl_example.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor grad_output({4}, {1, 1, 2, -1});
  const Tensor self({2, 4}, {-6, -3, -1, -0.75, 0, 0.5, 1, 3});
  const Tensor grad_input({2, 4});
  char approximate[] = "tanh";
  session.Run(aclnnGeluBackwardV2GetWorkspaceSize, aclnnGeluBackwardV2, grad_output, self,
              approximate, grad_input);
  grad_input.Print("gradInput");
}
