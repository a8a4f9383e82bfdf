// A row three times, and twice along itself.
//
//   tools/bazel run //ops/repeat:example

#include <cstdint>

#include "acl_example.h"
#include "aclnnop/aclnn_repeat.h"

using acl_example::Check;
using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor row({2}, {1, 2}), out({3, 4});
  const int64_t times[] = {3, 2};
  aclIntArray* repeats = aclCreateIntArray(times, 2);
  session.Run(aclnnRepeatGetWorkspaceSize, aclnnRepeat, row, repeats, out);
  Check(aclDestroyIntArray(repeats));
  out.Print("repeated");
}
