// The last two columns of a matrix, and every other element of a row.
//
//   tools/bazel run //ops/slice:example

#include <cstdint>

#include "acl_example.h"
#include "aclnnop/aclnn_slice.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor matrix({2, 3}, {1, 2, 3, 4, 5, 6}), row({5}, {1, 2, 3, 4, 5});
  const Tensor columns({2, 2}), odd({3});
  session.Run(aclnnSliceGetWorkspaceSize, aclnnSlice, matrix, int64_t{1}, int64_t{-2}, INT64_MAX,
              int64_t{1}, columns);
  session.Run(aclnnSliceGetWorkspaceSize, aclnnSlice, row, int64_t{0}, int64_t{0}, int64_t{5},
              int64_t{2}, odd);
  columns.Print("two columns");
  odd.Print("every other element");
}
