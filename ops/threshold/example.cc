// Replaces what is not above 1 by -1.
//
//   tools/bazel run //ops/threshold:example

#include "acl_example.h"
#include "aclnnop/aclnn_threshold.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({6}, {-3, 0, 0.5, 1, 1.5, 30});
  const Tensor out({6});
  float one = 1, minus_one = -1;
  aclScalar* threshold = aclCreateScalar(&one, ACL_FLOAT);
  aclScalar* value = aclCreateScalar(&minus_one, ACL_FLOAT);
  session.Run(aclnnThresholdGetWorkspaceSize, aclnnThreshold, self, threshold, value, out);
  out.Print("out");
  aclDestroyScalar(threshold);
  aclDestroyScalar(value);
}
