// The gradient of SwiGLU, for the gradient 1 of its output.
//
//   tools/bazel run //ops/swiglu_backward:example

#include "acl_example.h"
#include "aclnnop/aclnn_swi_glu_grad.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor y_grad({2, 2}, {1, 1, 1, 1}), x({2, 4}, {-6, -3, -1, -0.75f, 0, 0.5f, 1, 3}),
      out({2, 4});
  session.Run(aclnnSwiGluGradGetWorkspaceSize, aclnnSwiGluGrad, y_grad, x, /*dim=*/-1, out);
  out.Print("out");
}
