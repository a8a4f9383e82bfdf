// Powers of a vector: with an exponent for each element, and with one for all.
//
//   tools/bazel run //ops/pow:example

#include "acl_example.h"
#include "aclnnop/aclnn_pow.h"
#include "aclnnop/aclnn_pow_tensor_tensor.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({4}, {-2, 0.5f, 3, 10}), exponent({4}, {3, -2, 0.5f, 2}), out({4});
  session.Run(aclnnPowTensorTensorGetWorkspaceSize, aclnnPowTensorTensor, self, exponent, out);
  out.Print("self ^ exponent");
  float number = 2;
  aclScalar* two = aclCreateScalar(&number, ACL_FLOAT);
  session.Run(aclnnPowTensorScalarGetWorkspaceSize, aclnnPowTensorScalar, self, two, out);
  out.Print("self ^ 2");
  session.Run(aclnnPowScalarTensorGetWorkspaceSize, aclnnPowScalarTensor, two, exponent, out);
  out.Print("2 ^ exponent");
  aclDestroyScalar(two);
}
