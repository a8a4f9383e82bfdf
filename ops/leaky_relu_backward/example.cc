// Back-propagates through leaky ReLU with a slope of 0.25.
//
//   tools/bazel run //ops/leaky_relu_backward:example

#include "acl_example.h"
#include "aclnnop/aclnn_leaky_relu_backward.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor grad_output({4}, {1, 1, 2, -1});
  const Tensor self({2, 4}, {-6, -3, -1, -0.75, 0, 0.5, 1, 3});
  const Tensor out({2, 4});
  float slope = 0.25f;
  aclScalar* negative_slope = aclCreateScalar(&slope, ACL_FLOAT);
  session.Run(aclnnLeakyReluBackwardGetWorkspaceSize, aclnnLeakyReluBackward, grad_output, self,
              negative_slope, false, out);
  out.Print("out");
  aclDestroyScalar(negative_slope);
}
