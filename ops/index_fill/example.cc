// Every other column of a matrix becomes -1.
//
//   tools/bazel run //ops/index_fill:example

#include <cstdint>

#include "acl_example.h"
#include "aclnnop/aclnn_index_fill_tensor.h"

using acl_example::Check;
using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor matrix({2, 5}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  const int64_t columns[] = {0, 2, -1};
  float minus_one = -1;
  aclIntArray* index = aclCreateIntArray(columns, 3);
  aclScalar* value = aclCreateScalar(&minus_one, ACL_FLOAT);
  session.Run(aclnnInplaceIndexFillTensorGetWorkspaceSize, aclnnInplaceIndexFillTensor, matrix,
              int64_t{1}, index, value);
  Check(aclDestroyIntArray(index));
  Check(aclDestroyScalar(value));
  matrix.Print("matrix");
}
