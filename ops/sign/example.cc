// Signs of a vector.
//
//   tools/bazel run //ops/sign:example

#include "acl_example.h"
#include "aclnnop/aclnn_sign.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({8}, {-2, -1, -0.5, 0, 0.25, 1, 3, 100}), result({8});
  session.Run(aclnnSignGetWorkspaceSize, aclnnSign, self, result);
  result.Print("result");
}
