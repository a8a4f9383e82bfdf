// A matrix with a frame of zeros.
//
//   tools/bazel run //ops/pad:example

#include <cstdint>

#include "acl_example.h"
#include "aclnnop/aclnn_constant_pad_nd.h"

using acl_example::Check;
using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor matrix({2, 3}, {1, 2, 3, 4, 5, 6}), framed({4, 5});
  // Before and after the elements of the last dimension, then of the one before it.
  const int64_t margins[] = {1, 1, 1, 1};
  float zero = 0;
  aclIntArray* pad = aclCreateIntArray(margins, 4);
  aclScalar* value = aclCreateScalar(&zero, ACL_FLOAT);
  session.Run(aclnnConstantPadNdGetWorkspaceSize, aclnnConstantPadNd, matrix, pad, value, framed);
  Check(aclDestroyIntArray(pad));
  Check(aclDestroyScalar(value));
  framed.Print("framed");
}
