// The lower triangle of a matrix, and the upper one in place.
//
//   tools/bazel run //ops/triangle:example

#include "acl_example.h"
#include "aclnnop/aclnn_tril.h"
#include "aclnnop/aclnn_triu.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  const Tensor out({3, 3});
  session.Run(aclnnTrilGetWorkspaceSize, aclnnTril, self, 0, out);
  out.Print("lower triangle");
  session.Run(aclnnInplaceTriuGetWorkspaceSize, aclnnInplaceTriu, self, 1);
  self.Print("above the main diagonal");
}
