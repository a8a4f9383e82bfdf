// A vector with the other sign.
//
//   tools/bazel run //ops/neg:example

#include "acl_example.h"
#include "aclnnop/aclnn_neg.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({8}, {-2, -1, -0.5, 0, 0.25, 1, 3, 100}), out({8});
  session.Run(aclnnNegGetWorkspaceSize, aclnnNeg, self, out);
  out.Print("out");
}
