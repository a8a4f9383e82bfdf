// Back-propagates through softplus.
//
//   tools/bazel run //ops/softplus_backward:example

#include "acl_example.h"
#include "aclnnop/aclnn_softplus_backward.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor grad_output({8}, {1, 1, 1, 1, 2, 2, -1, -1});
  const Tensor self({8}, {-100, -5, -1, 0, 0.5, 1, 5, 30});
  const Tensor grad_input({8});
  float one = 1, twenty = 20;
  aclScalar* beta = aclCreateScalar(&one, ACL_FLOAT);
  aclScalar* threshold = aclCreateScalar(&twenty, ACL_FLOAT);
  session.Run(aclnnSoftplusBackwardGetWorkspaceSize, aclnnSoftplusBackward, grad_output, self, beta,
              threshold, grad_input);
  grad_input.Print("gradInput");
  aclDestroyScalar(beta);
  aclDestroyScalar(threshold);
}
