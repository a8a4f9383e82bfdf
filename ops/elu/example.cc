// ELU of a vector, and the same in place.
//
//   tools/bazel run //ops/elu:example

#include "acl_example.h"
#include "aclnnop/aclnn_elu.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({8}, {-6, -3, -1, -0.75, 0, 0.5, 1, 3});
  const Tensor out({8});
  float number = 1;
  aclScalar* one = aclCreateScalar(&number, ACL_FLOAT);
  session.Run(aclnnEluGetWorkspaceSize, aclnnElu, self, one, one, one, out);
  out.Print("out");
  session.Run(aclnnInplaceEluGetWorkspaceSize, aclnnInplaceElu, self, one, one, one);
  self.Print("in place");
  aclDestroyScalar(one);
}
