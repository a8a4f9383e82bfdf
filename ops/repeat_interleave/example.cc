// Each element of a row three times.
//
//   tools/bazel run //ops/repeat_interleave:example

#include "acl_example.h"
#include "aclnnop/aclnn_repeat_interleave.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor row({2}, {1, 2}), out({6});
  session.Run(aclnnRepeatInterleaveIntGetWorkspaceSize, aclnnRepeatInterleaveInt, row, 3, 6, out);
  out.Print("repeated");
}
