// Hardsigmoid of a vector.
//
//   tools/bazel run //ops/hardsigmoid:example

#include "acl_example.h"
#include "aclnnop/aclnn_hardsigmoid.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({8}, {-4, -3, -1.5, 0, 0.75, 1.5, 3, 4});
  const Tensor out({8});
  session.Run(aclnnHardsigmoidGetWorkspaceSize, aclnnHardsigmoid, self, out);
  out.Print("out");
}
