// Hyperbolic tangents of a vector.
//
//   tools/bazel run //ops/tanh:example

#include "acl_example.h"
#include "aclnnop/aclnn_tanh.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({8}, {-10, -2, -0.5, 0, 0.25, 1, 3, 100});
  const Tensor out({8});
  session.Run(aclnnTanhGetWorkspaceSize, aclnnTanh, self, out);
  out.Print("out");
}
