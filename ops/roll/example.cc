// A row moved by two places to the right, and the rows of a matrix by one up.
//
//   tools/bazel run //ops/roll:example

#include <cstdint>

#include "acl_example.h"
#include "aclnnop/aclnn_roll.h"

using acl_example::Check;
using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor row({5}, {1, 2, 3, 4, 5}), matrix({3, 2}, {1, 2, 3, 4, 5, 6});
  const Tensor rolled_row({5}), rolled_matrix({3, 2});
  const int64_t two = 2, one_up = -1, rows = 0;
  aclIntArray* shift = aclCreateIntArray(&two, 1);
  aclIntArray* up = aclCreateIntArray(&one_up, 1);
  aclIntArray* whole = aclCreateIntArray(nullptr, 0);
  aclIntArray* dims = aclCreateIntArray(&rows, 1);
  session.Run(aclnnRollGetWorkspaceSize, aclnnRoll, row, shift, whole, rolled_row);
  session.Run(aclnnRollGetWorkspaceSize, aclnnRoll, matrix, up, dims, rolled_matrix);
  for (aclIntArray* array : {shift, up, whole, dims}) Check(aclDestroyIntArray(array));
  rolled_row.Print("two to the right");
  rolled_matrix.Print("rows one up");
}
