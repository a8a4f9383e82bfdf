// Two rows of a cache are replaced.
//
//   tools/bazel run //ops/index_copy:example

#include <cstdint>

#include "acl_example.h"
#include "aclnnop/aclnn_index_copy.h"

using acl_example::Check;
using acl_example::Tensor;

int main() {
  const acl_example::Session session;
  const Tensor cache({4, 2}, {1, 1, 2, 2, 3, 3, 4, 4}), rows({2, 2}, {7, 8, 9, 10});
  const int64_t count = 2;
  const int32_t places[] = {3, 0};
  void* memory = nullptr;
  Check(aclrtMalloc(&memory, sizeof(places), ACL_MEM_MALLOC_HUGE_FIRST));
  Check(aclrtMemcpy(memory, sizeof(places), places, sizeof(places), ACL_MEMCPY_HOST_TO_DEVICE));
  aclTensor* index =
      aclCreateTensor(&count, 1, ACL_INT32, nullptr, 0, ACL_FORMAT_ND, &count, 1, memory);
  session.Run(aclnnInplaceIndexCopyGetWorkspaceSize, aclnnInplaceIndexCopy, cache, int64_t{0},
              index, rows);
  cache.Print("cache");
  aclDestroyTensor(index);
  aclrtFree(memory);
}
