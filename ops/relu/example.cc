// ReLU of a vector.
//
//   tools/bazel run //ops/relu:example

#include "acl_example.h"
#include "aclnnop/aclnn_relu.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({8}, {-2, -1, -0.5, 0, 0.25, 1, 3, 100}), out({8});
  session.Run(aclnnReluGetWorkspaceSize, aclnnRelu, self, out);
  out.Print("out");
}
