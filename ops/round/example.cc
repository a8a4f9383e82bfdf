// Rounds a vector down, up, towards zero and to the nearest integer.
//
//   tools/bazel run //ops/round:example

#include "acl_example.h"
#include "aclnnop/aclnn_ceil.h"
#include "aclnnop/aclnn_floor.h"
#include "aclnnop/aclnn_round.h"
#include "aclnnop/aclnn_trunc.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({8}, {-2.5, -1.5, -0.75, 0.5, 1.25, 1.5, 2.5, 1e9});
  const Tensor out({8});
  session.Run(aclnnFloorGetWorkspaceSize, aclnnFloor, self, out);
  out.Print("floor");
  session.Run(aclnnCeilGetWorkspaceSize, aclnnCeil, self, out);
  out.Print("ceil");
  session.Run(aclnnTruncGetWorkspaceSize, aclnnTrunc, self, out);
  out.Print("trunc");
  session.Run(aclnnRoundGetWorkspaceSize, aclnnRound, self, out);
  out.Print("round");
}
