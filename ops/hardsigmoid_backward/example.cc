// Back-propagates through hardsigmoid.
//
//   tools/bazel run //ops/hardsigmoid_backward:example

#include "acl_example.h"
#include "aclnnop/aclnn_hardsigmoid_backward.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor grad_output({6}, {1, 2, 3, 6, -6, 12});
  const Tensor self({6}, {-4, -3, -1.5, 0, 2.5, 3});
  const Tensor out({6});
  session.Run(aclnnHardsigmoidBackwardGetWorkspaceSize, aclnnHardsigmoidBackward, grad_output, self,
              out);
  out.Print("out");
}
