// Leaky ReLU of a vector, with a slope of 0.25 for what is not positive.
//
//   tools/bazel run //ops/leaky_relu:example

#include "acl_example.h"
#include "aclnnop/aclnn_leaky_relu.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({8}, {-6, -3, -1, -0.75, 0, 0.5, 1, 3});
  const Tensor out({8});
  float slope = 0.25f;
  aclScalar* negative_slope = aclCreateScalar(&slope, ACL_FLOAT);
  session.Run(aclnnLeakyReluGetWorkspaceSize, aclnnLeakyRelu, self, negative_slope, out);
  out.Print("out");
  aclDestroyScalar(negative_slope);
}
