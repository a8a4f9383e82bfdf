// Back-propagates through a logistic function, from its results.
//
//   tools/bazel run //ops/sigmoid_backward:example

#include "acl_example.h"
#include "aclnnop/aclnn_sigmoid_backward.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor grad_output({4}, {1, 1, 2, -1});
  const Tensor output({2, 4}, {0, 0.125, 0.25, 0.5, 0.625, 0.75, 0.875, 1});
  const Tensor grad_input({2, 4});
  session.Run(aclnnSigmoidBackwardGetWorkspaceSize, aclnnSigmoidBackward, grad_output, output,
              grad_input);
  grad_input.Print("gradInput");
}
