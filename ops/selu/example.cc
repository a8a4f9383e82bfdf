// SELU of a vector, and the same in place.
//
//   tools/bazel run //ops/selu:example

#include "acl_example.h"
#include "aclnnop/aclnn_selu.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({8}, {-6, -3, -1, -0.75, 0, 0.5, 1, 3});
  const Tensor out({8});
  session.Run(aclnnSeluGetWorkspaceSize, aclnnSelu, self, out);
  out.Print("out");
  session.Run(aclnnInplaceSeluGetWorkspaceSize, aclnnInplaceSelu, self);
  self.Print("in place");
}
