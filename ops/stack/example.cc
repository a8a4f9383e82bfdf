// Two rows as a matrix.
//
//   tools/bazel run //ops/stack:example

#include <cstdint>

#include "acl_example.h"
#include "aclnnop/aclnn_stack.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  Tensor left({2}, {1, 2}), right({2}, {3, 4});
  const Tensor out({2, 2});
  const acl_example::TensorList tensors({&left, &right});
  session.Run(aclnnStackGetWorkspaceSize, aclnnStack, tensors, int64_t{0}, out);
  out.Print("joined");
}
