// The quotient of two vectors.
//
//   tools/bazel run //ops/div:example

#include "acl_example.h"
#include "aclnnop/aclnn_div.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({4}, {1, 2, 3, 4}), other({4}, {0.5, -1, 0, 10}), out({4});
  session.Run(aclnnDivGetWorkspaceSize, aclnnDiv, self, other, out);
  out.Print("out");
}
