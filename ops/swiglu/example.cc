// SwiGLU: out = silu(a) * b, where a and b are the halves of each row of x.
//
//   tools/bazel run //ops/swiglu:example

#include "acl_example.h"
#include "aclnnop/aclnn_swi_glu.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor x({2, 4}, {-6, -3, -1, -0.75f, 0, 0.5f, 1, 3}), out({2, 2});
  session.Run(aclnnSwiGluGetWorkspaceSize, aclnnSwiGlu, x, /*dim=*/-1, out);
  out.Print("out");
}
