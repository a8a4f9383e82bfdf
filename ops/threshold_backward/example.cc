// Back-propagates through ReLU, whose threshold is 0.
//
//   tools/bazel run //ops/threshold_backward:example

#include "acl_example.h"
#include "aclnnop/aclnn_threshold_backward.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor grad_output({4}, {1, 1, 2, -1});
  const Tensor self({2, 4}, {-6, -3, -1, -0.75, 0, 0.5, 1, 3});
  const Tensor out({2, 4});
  float zero = 0;
  aclScalar* threshold = aclCreateScalar(&zero, ACL_FLOAT);
  session.Run(aclnnThresholdBackwardGetWorkspaceSize, aclnnThresholdBackward, grad_output, self,
              threshold, out);
  out.Print("out");
  aclDestroyScalar(threshold);
}
