// Softplus of a vector.
//
//   tools/bazel run //ops/softplus:example

#include "acl_example.h"
#include "aclnnop/aclnn_softplus.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({8}, {-100, -5, -1, 0, 0.5, 1, 5, 30});
  const Tensor out({8});
  float one = 1, twenty = 20;
  aclScalar* beta = aclCreateScalar(&one, ACL_FLOAT);
  aclScalar* threshold = aclCreateScalar(&twenty, ACL_FLOAT);
  session.Run(aclnnSoftplusGetWorkspaceSize, aclnnSoftplus, self, beta, threshold, out);
  out.Print("out");
  aclDestroyScalar(beta);
  aclDestroyScalar(threshold);
}
