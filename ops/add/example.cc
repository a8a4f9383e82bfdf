// The sum of two vectors, the second one doubled; then one more added to each element in place.
//
//   tools/bazel run //ops/add:example

#include "acl_example.h"
#include "aclnnop/aclnn_add.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({4}, {1, 2, 3, 4});
  const Tensor other({4}, {0.5, -1, 0, 10});
  const Tensor out({4});
  float two = 2, one = 1;
  aclScalar* alpha = aclCreateScalar(&two, ACL_FLOAT);
  aclScalar* number = aclCreateScalar(&one, ACL_FLOAT);
  session.Run(aclnnAddGetWorkspaceSize, aclnnAdd, self, other, alpha, out);
  out.Print("out");
  session.Run(aclnnInplaceAddsGetWorkspaceSize, aclnnInplaceAdds, out, number, number);
  out.Print("one more");
  aclDestroyScalar(alpha);
  aclDestroyScalar(number);
}
