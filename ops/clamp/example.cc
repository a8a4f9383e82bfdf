// A vector kept between -1 and 1.
//
//   tools/bazel run //ops/clamp:example

#include "acl_example.h"
#include "aclnnop/aclnn_clamp.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({5}, {-3, -1, 0.25, 1, 100}), out({5});
  float numbers[] = {-1, 1};
  aclScalar* least = aclCreateScalar(&numbers[0], ACL_FLOAT);
  aclScalar* greatest = aclCreateScalar(&numbers[1], ACL_FLOAT);
  session.Run(aclnnClampGetWorkspaceSize, aclnnClamp, self, least, greatest, out);
  out.Print("out");
  aclDestroyScalar(least);
  aclDestroyScalar(greatest);
}
