// Back-propagates through ELU.
//
//   tools/bazel run //ops/elu_backward:example

#include "acl_example.h"
#include "aclnnop/aclnn_elu_backward.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor grad_output({8}, {1, 1, 1, 1, 2, 2, -1, -1});
  const Tensor self({8}, {-6, -3, -1, -0.75, 0, 0.5, 1, 3});
  const Tensor grad_input({8});
  float number = 1;
  aclScalar* one = aclCreateScalar(&number, ACL_FLOAT);
  session.Run(aclnnEluBackwardGetWorkspaceSize, aclnnEluBackward, grad_output, one, one, one, false,
              self, grad_input);
  grad_input.Print("gradInput");
  aclDestroyScalar(one);
}
