// The difference of two vectors, the second one doubled; then each element taken from 1.
//
//   tools/bazel run //ops/sub:example

#include "acl_example.h"
#include "aclnnop/aclnn_rsub.h"
#include "aclnnop/aclnn_sub.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({4}, {1, 2, 3, 4}), other({4}, {0.5f, -1, 0, 10}), out({4}), rest({4});
  float two = 2, one = 1;
  aclScalar* alpha = aclCreateScalar(&two, ACL_FLOAT);
  aclScalar* number = aclCreateScalar(&one, ACL_FLOAT);
  session.Run(aclnnSubGetWorkspaceSize, aclnnSub, self, other, alpha, out);
  out.Print("out");
  session.Run(aclnnRsubsGetWorkspaceSize, aclnnRsubs, out, number, number, rest);
  rest.Print("taken from 1");
  aclDestroyScalar(alpha);
  aclDestroyScalar(number);
}
