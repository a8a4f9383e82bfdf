// The error function of a vector.
//
//   tools/bazel run //ops/erf:example

#include "acl_example.h"
#include "aclnnop/aclnn_erf.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({8}, {-10, -2, -0.5, 0, 0.25, 1, 3, 6});
  const Tensor out({8});
  session.Run(aclnnErfGetWorkspaceSize, aclnnErf, self, out);
  out.Print("out");
}
