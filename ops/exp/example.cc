// Exponentials of a vector.
//
//   tools/bazel run //ops/exp:example

#include "acl_example.h"
#include "aclnnop/aclnn_exp.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({8}, {-100, -2, -1, 0, 0.5, 1, 10, 100});
  const Tensor out({8});
  session.Run(aclnnExpGetWorkspaceSize, aclnnExp, self, out);
  out.Print("out");
}
