// A row cut into two elements and three.
//
//   tools/bazel run //ops/split:example

#include <cstdint>

#include "acl_example.h"
#include "aclnnop/aclnn_split_with_size.h"

using acl_example::Check;
using acl_example::Tensor;
using acl_example::TensorList;

int main() {
  const acl_example::Session session;
  const Tensor row({5}, {1, 2, 3, 4, 5});
  Tensor first({2}), second({3});
  const TensorList pieces({&first, &second});
  const int64_t lengths[] = {2, 3};
  aclIntArray* sizes = aclCreateIntArray(lengths, 2);
  session.Run(aclnnSplitWithSizeGetWorkspaceSize, aclnnSplitWithSize, row, sizes, 0, pieces);
  Check(aclDestroyIntArray(sizes));
  first.Print("first");
  second.Print("second");
}
