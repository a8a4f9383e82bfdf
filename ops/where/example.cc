// Positive elements of a vector, and the numbers of another elsewhere.
//
//   tools/bazel run //ops/where:example

#include "acl_example.h"
#include "aclnnop/aclnn_s_where.h"

using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor self({8}, {-6, -3, -1, -0.75f, 0, 0.5f, 1, 3}), other({8}, {0, 1, 2, 3, 4, 5, 6, 7}),
      out({8});
  const int64_t count = 8;
  const uint8_t positive[count] = {0, 0, 0, 0, 0, 1, 1, 1};
  void* memory = nullptr;
  acl_example::Check(aclrtMalloc(&memory, sizeof(positive), ACL_MEM_MALLOC_HUGE_FIRST));
  acl_example::Check(
      aclrtMemcpy(memory, sizeof(positive), positive, sizeof(positive), ACL_MEMCPY_HOST_TO_DEVICE));
  aclTensor* condition =
      aclCreateTensor(&count, 1, ACL_BOOL, nullptr, 0, ACL_FORMAT_ND, &count, 1, memory);
  session.Run(aclnnSWhereGetWorkspaceSize, aclnnSWhere, condition, self, other, out);
  out.Print("out");
  aclDestroyTensor(condition);
  aclrtFree(memory);
}
