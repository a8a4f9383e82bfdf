// Logistic function of a vector.
//
//   tools/bazel run //ops/sigmoid:example

#include "acl_example.h"
#include "aclnnop/aclnn_sigmoid.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({8}, {-100, -10, -2, -0.5, 0, 0.25, 1, 20});
  const Tensor out({8});
  session.Run(aclnnSigmoidGetWorkspaceSize, aclnnSigmoid, self, out);
  out.Print("out");
}
