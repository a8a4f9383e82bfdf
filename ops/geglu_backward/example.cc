// Back-propagates through GeGLU, with the gelu tensor that its forward gave.
//
//   tools/bazel run //ops/geglu_backward:example

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_geglu_backward.h"

namespace {

// Ends the program with the library's explanation if a call fails.
void Check(int code) {
  if (code == ACL_SUCCESS) return;
  const char* message = aclGetRecentErrMsg();
  std::fprintf(stderr, "failed with %d: %s\n", code, message != nullptr ? message : "");
  std::exit(1);
}

// A contiguous float32 tensor in device memory.
struct Tensor {
  Tensor(const std::vector<int64_t>& shape, const std::vector<float>& values) : count(values.size()) {
    Check(aclrtMalloc(&memory, count * sizeof(float), ACL_MEM_MALLOC_HUGE_FIRST));
    Check(aclrtMemcpy(memory, count * sizeof(float), values.data(), count * sizeof(float), ACL_MEMCPY_HOST_TO_DEVICE));
    handle = aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape.data(), shape.size(), memory);
  }
  ~Tensor() {
    aclDestroyTensor(handle);
    aclrtFree(memory);
  }
  void Print(const char* name) const {
    std::vector<float> values(count);
    Check(aclrtMemcpy(values.data(), count * sizeof(float), memory, count * sizeof(float), ACL_MEMCPY_DEVICE_TO_HOST));
    std::printf("%s:", name);
    for (float value : values) std::printf(" %.7g", value);
    std::printf("\n");
  }
  size_t count;
  void* memory = nullptr;
  aclTensor* handle = nullptr;
};

}  // namespace

int main() {
  aclrtStream stream = nullptr;
  Check(aclInit(nullptr));
  Check(aclrtSetDevice(0));
  Check(aclrtCreateStream(&stream));
  {
    const Tensor grad_output({2, 2}, {1, 1, 2, -1});
    const Tensor self({2, 4}, {-6, -3, -1, -0.75, 0, 0.5, 1, 3});
    const Tensor gelu({2, 2}, {-0.158655f, -0.169980f, 0.841345f, 2.995950f});
    const Tensor grad_input({2, 4}, std::vector<float>(8));
    uint64_t workspace_size = 0;
    aclOpExecutor* executor = nullptr;
    void* workspace = nullptr;
    Check(aclnnGeGluV3BackwardGetWorkspaceSize(grad_output.handle, self.handle, gelu.handle, -1, 0, false, grad_input.handle,
                                               &workspace_size, &executor));
    if (workspace_size > 0) Check(aclrtMalloc(&workspace, workspace_size, ACL_MEM_MALLOC_HUGE_FIRST));
    Check(aclnnGeGluV3Backward(workspace, workspace_size, executor, stream));
    Check(aclrtSynchronizeStream(stream));
    grad_input.Print("gradInput");
    if (workspace != nullptr) aclrtFree(workspace);
  }
  aclrtDestroyStream(stream);
  aclrtResetDevice(0);
  aclFinalize();
  return 0;
}
