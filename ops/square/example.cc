// Squares of a vector.
//
//   tools/bazel run //ops/square:example

#include <cstdlib>

#include "acl_example.h"
#include "aclnnop/aclnn_square.h"

using acl_example::Tensor;

int main() {
  setenv("OPENACLNN_DEVICES", "Ascend950PR_9599", 1);  // no other product has it
  const acl_example::Session session;
  const Tensor self({8}, {-2, -1, -0.5, 0, 0.25, 1, 3, 100}), out({8});
  session.Run(aclnnSquareGetWorkspaceSize, aclnnSquare, self, out);
  out.Print("out");
}
