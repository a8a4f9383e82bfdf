// Back-propagates through SELU from its result.
//
//   tools/bazel run //ops/selu_backward:example

#include "acl_example.h"
#include "aclnnop/aclnn_selu_backward.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor grad_output({4}, {1, 1, 2, -1});
  const Tensor result({4}, {-1.75f, -1, 0, 3});
  const Tensor grad_input({4});
  session.Run(aclnnSeluBackwardGetWorkspaceSize, aclnnSeluBackward, grad_output, result,
              grad_input);
  grad_input.Print("gradInput");
}
