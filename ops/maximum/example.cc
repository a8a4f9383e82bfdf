// The greater and the smaller elements of two vectors.
//
//   tools/bazel run //ops/maximum:example

#include "acl_example.h"
#include "aclnnop/aclnn_maximum.h"
#include "aclnnop/aclnn_minimum.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({4}, {1, 2, 3, 4}), other({4}, {0.5f, 5, -1, 10}), out({4});
  session.Run(aclnnMaximumGetWorkspaceSize, aclnnMaximum, self, other, out);
  out.Print("maximum");
  session.Run(aclnnMinimumGetWorkspaceSize, aclnnMinimum, self, other, out);
  out.Print("minimum");
}
