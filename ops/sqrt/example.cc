// Square roots of a vector.
//
//   tools/bazel run //ops/sqrt:example

#include "acl_example.h"
#include "aclnnop/aclnn_sqrt.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({8}, {0, 0.25, 1, 2, 3, 4, 9, 100});
  const Tensor out({8});
  session.Run(aclnnSqrtGetWorkspaceSize, aclnnSqrt, self, out);
  out.Print("out");
}
