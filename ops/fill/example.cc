// A matrix of ones, and one of 0.5.
//
//   tools/bazel run //ops/fill:example

#include "acl_example.h"
#include "aclnnop/aclnn_fill_scalar.h"
#include "aclnnop/aclnn_ones.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor matrix({2, 3});
  session.Run(aclnnInplaceOneGetWorkspaceSize, aclnnInplaceOne, matrix);
  matrix.Print("ones");
  float half = 0.5;
  aclScalar* number = aclCreateScalar(&half, ACL_FLOAT);
  session.Run(aclnnInplaceFillScalarGetWorkspaceSize, aclnnInplaceFillScalar, matrix, number);
  matrix.Print("halves");
  aclDestroyScalar(number);
}
