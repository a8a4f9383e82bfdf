// The transpose of a matrix.
//
//   tools/bazel run //ops/permute:example

#include <cstdint>

#include "acl_example.h"
#include "aclnnop/aclnn_permute.h"

using acl_example::Check;
using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor out({3, 2});
  const int64_t order[] = {1, 0};
  aclIntArray* dims = aclCreateIntArray(order, 2);
  session.Run(aclnnPermuteGetWorkspaceSize, aclnnPermute, self, dims, out);
  Check(aclDestroyIntArray(dims));
  out.Print("transposed");
}
