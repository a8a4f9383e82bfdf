// Hardswish of a vector, and the same in place.
//
//   tools/bazel run //ops/hardswish:example

#include "acl_example.h"
#include "aclnnop/aclnn_hardswish.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({8}, {-6, -3, -1, -0.75, 0, 0.5, 1, 3});
  const Tensor out({8});
  session.Run(aclnnHardswishGetWorkspaceSize, aclnnHardswish, self, out);
  out.Print("out");
  session.Run(aclnnInplaceHardswishGetWorkspaceSize, aclnnInplaceHardswish, self);
  self.Print("in place");
}
