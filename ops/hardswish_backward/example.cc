// Back-propagates through hardswish; the slope reaches to the corners -3 and 3 themselves.
//
//   tools/bazel run //ops/hardswish_backward:example

#include "acl_example.h"
#include "aclnnop/aclnn_hardswish_backward.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor grad_output({8}, {1, 1, 1, 1, 1, 1, 1, 1});
  const Tensor self({8}, {-6, -3, -1, -0.75, 0, 0.5, 1, 3});
  const Tensor out({8});
  session.Run(aclnnHardswishBackwardGetWorkspaceSize, aclnnHardswishBackward, grad_output, self,
              out);
  out.Print("out");
}
