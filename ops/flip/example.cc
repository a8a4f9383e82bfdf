// A matrix with its rows, and then with its columns, in reversed order.
//
//   tools/bazel run //ops/flip:example

#include <cstdint>

#include "acl_example.h"
#include "aclnnop/aclnn_flip.h"

using acl_example::Check;
using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor out({2, 3});
  for (const int64_t dim : {0, -1}) {
    aclIntArray* dims = aclCreateIntArray(&dim, 1);
    session.Run(aclnnFlipGetWorkspaceSize, aclnnFlip, self, dims, out);
    Check(aclDestroyIntArray(dims));
    out.Print(dim == 0 ? "rows reversed" : "columns reversed");
  }
}
