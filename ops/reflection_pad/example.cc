// A row with two reflected elements before it, and one behind it.
//
//   tools/bazel run //ops/reflection_pad:example

#include <cstdint>

#include "acl_example.h"
#include "aclnnop/aclnn_reflection_pad1d.h"

using acl_example::Check;
using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor row({1, 4}, {1, 2, 3, 4}), out({1, 7});
  const int64_t elements[] = {2, 1};
  aclIntArray* padding = aclCreateIntArray(elements, 2);
  session.Run(aclnnReflectionPad1dGetWorkspaceSize, aclnnReflectionPad1d, row, padding, out);
  Check(aclDestroyIntArray(padding));
  out.Print("reflected");
}
