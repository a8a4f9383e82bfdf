// The gradient of GELU at four points, by a program that depends on one operator and nothing else.

#include <cstdint>
#include <cstdio>

#include "acl/acl.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"

int main() {
  const float x[] = {-1, 0, 1, 3};
  const float ones[] = {1, 1, 1, 1};
  float result[4];
  const int64_t shape[] = {4};
  void* memory[3];
  aclTensor* tensors[3];

  aclInit(nullptr);
  aclrtSetDevice(0);
  for (int i = 0; i < 3; ++i) {
    aclrtMalloc(&memory[i], sizeof x, ACL_MEM_MALLOC_HUGE_FIRST);
    tensors[i] =
        aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, memory[i]);
  }
  aclrtMemcpy(memory[0], sizeof ones, ones, sizeof ones, ACL_MEMCPY_HOST_TO_DEVICE);
  aclrtMemcpy(memory[1], sizeof x, x, sizeof x, ACL_MEMCPY_HOST_TO_DEVICE);

  char approximate[] = "none";
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  aclnnStatus status = aclnnGeluBackwardV2GetWorkspaceSize(tensors[0], tensors[1], approximate,
                                                           tensors[2], &workspace_size, &executor);
  if (status == OK) status = aclnnGeluBackwardV2(nullptr, workspace_size, executor, nullptr);
  if (status == OK) status = aclrtSynchronizeStream(nullptr);
  if (status != OK) {
    std::fprintf(stderr, "failed with %d: %s\n", status, aclGetRecentErrMsg());
    return 1;
  }
  aclrtMemcpy(result, sizeof result, memory[2], sizeof result, ACL_MEMCPY_DEVICE_TO_HOST);
  std::printf("gelu': %.6f %.6f %.6f %.6f\n", result[0], result[1], result[2], result[3]);

  for (int i = 0; i < 3; ++i) {
    aclDestroyTensor(tensors[i]);
    aclrtFree(memory[i]);
  }
  aclrtResetDevice(0);
  return aclFinalize();
}
