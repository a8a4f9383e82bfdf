// Two matrices side by side.
//
//   tools/bazel run //ops/cat:example

#include <cstdint>

#include "acl_example.h"
#include "aclnnop/aclnn_cat.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  Tensor left({2, 2}, {1, 2, 3, 4}), right({2, 1}, {5, 6});
  const Tensor out({2, 3});
  const acl_example::TensorList tensors({&left, &right});
  session.Run(aclnnCatGetWorkspaceSize, aclnnCat, tensors, int64_t{1}, out);
  out.Print("joined");
}
