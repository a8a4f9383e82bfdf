// Float32 numbers to int32, where they are truncated, and back.
//
//   tools/bazel run //ops/cast:example

#include <cstdint>
#include <vector>

#include "acl_example.h"
#include "aclnnop/aclnn_cast.h"

using acl_example::Check;
using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({6}, {-2.9f, -0.5f, 0, 1.5f, 1e10f, 3});
  const std::vector<int64_t> shape = {6};
  void* memory = nullptr;
  Check(aclrtMalloc(&memory, 6 * sizeof(int32_t), ACL_MEM_MALLOC_HUGE_FIRST));
  aclTensor* integers = aclCreateTensor(shape.data(), 1, ACL_INT32, nullptr, 0, ACL_FORMAT_ND,
                                        shape.data(), 1, memory);
  const Tensor back({6});
  session.Run(aclnnCastGetWorkspaceSize, aclnnCast, self, ACL_INT32, integers);
  session.Run(aclnnCastGetWorkspaceSize, aclnnCast, integers, ACL_FLOAT, back);
  back.Print("truncated");
  aclDestroyTensor(integers);
  aclrtFree(memory);
}
