// GeGLU: out = a * gelu(b), where a and b are the halves of each row of self.
//
//   tools/bazel run //ops/geglu:example

#include "acl_example.h"
#include "aclnnop/aclnn_geglu.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({2, 4}, {-6, -3, -1, -0.75, 0, 0.5, 1, 3});
  const Tensor out({2, 2});
  const Tensor out_gelu({2, 2});
  session.Run(aclnnGeGluV3GetWorkspaceSize, aclnnGeGluV3, self, /*dim=*/-1, /*approximate=*/1,
              /*activateLeft=*/false, out, out_gelu);
  out.Print("out");
  out_gelu.Print("outGelu");
}
