// Which elements of a vector are less than those of another, and which are 3.
//
//   tools/bazel run //ops/compare:example

#include "acl_example.h"
#include "aclnnop/aclnn_eq_scalar.h"
#include "aclnnop/aclnn_lt_tensor.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({4}, {1, 2, 3, 4}), other({4}, {0.5f, 2, 4, 10}), out({4});
  session.Run(aclnnLtTensorGetWorkspaceSize, aclnnLtTensor, self, other, out);
  out.Print("less");
  float three = 3;
  aclScalar* number = aclCreateScalar(&three, ACL_FLOAT);
  session.Run(aclnnEqScalarGetWorkspaceSize, aclnnEqScalar, self, number, out);
  out.Print("equal to 3");
  aclDestroyScalar(number);
}
