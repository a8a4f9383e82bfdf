// Back-propagates through a clamp to [-1, 1].
//
//   tools/bazel run //ops/hardtanh_backward:example

#include "acl_example.h"
#include "aclnnop/aclnn_hardtanh_backward.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor grad_output({6}, {1, 2, 3, 4, 5, 6});
  const Tensor self({6}, {-3, -1, -0.5, 0.5, 1, 30});
  const Tensor out({6});
  float one = 1, minus_one = -1;
  aclScalar* min = aclCreateScalar(&minus_one, ACL_FLOAT);
  aclScalar* max = aclCreateScalar(&one, ACL_FLOAT);
  session.Run(aclnnHardtanhBackwardGetWorkspaceSize, aclnnHardtanhBackward, grad_output, self, min,
              max, out);
  out.Print("out");
  aclDestroyScalar(min);
  aclDestroyScalar(max);
}
