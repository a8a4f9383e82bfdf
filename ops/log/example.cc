// Logarithms of a vector.
//
//   tools/bazel run //ops/log:example

#include "acl_example.h"
#include "aclnnop/aclnn_log.h"
#include "aclnnop/aclnn_log1p.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({8}, {0, 0.25, 0.5, 1, 2, 3, 10, 1000});
  const Tensor out({8});
  session.Run(aclnnLogGetWorkspaceSize, aclnnLog, self, out);
  out.Print("ln(self)");
  session.Run(aclnnLog1pGetWorkspaceSize, aclnnLog1p, self, out);
  out.Print("ln(1 + self)");
}
