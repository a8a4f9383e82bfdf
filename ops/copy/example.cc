// A row copied into each row of a matrix.
//
//   tools/bazel run //ops/copy:example

#include "acl_example.h"
#include "aclnnop/aclnn_copy.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor row({3}, {1, 2, 3});
  const Tensor matrix({2, 3});
  session.Run(aclnnInplaceCopyGetWorkspaceSize, aclnnInplaceCopy, matrix, row);
  matrix.Print("two rows");
}
