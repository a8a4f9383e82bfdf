/* What every small aclnn program needs: to check a code, to put numbers into device memory, to call
 * a function in its two phases, and to print. C++17, and only functions of the C API, so that it
 * can be copied to a machine that has an NPU.
 *
 *   acl_example::Session session;
 *   const acl_example::Tensor self({2, 3}, {1, 2, 3, 4, 5, 6});
 *   const acl_example::Tensor out({2, 3});
 *   session.Run(aclnnSeluGetWorkspaceSize, aclnnSelu, self, out);
 *   out.Print("out");
 *
 * A call that fails ends the program with exit code 1; its code and aclGetRecentErrMsg() go to
 * standard error. */
#ifndef ACL_EXAMPLE_H_
#define ACL_EXAMPLE_H_

#include "acl/acl.h"
#include "aclnn/acl_meta.h"

#ifdef __cplusplus

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <utility>
#include <vector>

namespace acl_example {

/* Ends the program, saying why, unless `code` is 0. */
inline void Check(int code) {
  if (code == ACL_SUCCESS) return;
  const char* message = aclGetRecentErrMsg();
  std::fprintf(stderr, "failed with %d: %s\n", code, message != nullptr ? message : "");
  std::exit(1);
}

/* A contiguous float32 tensor in memory of the current device. */
class Tensor {
 public:
  /* `shape`: extents, none for a single element. `values`: as many as the shape has, row by row;
   * without them all are 0. */
  explicit Tensor(const std::vector<int64_t>& shape, std::vector<float> values = {}) {
    for (int64_t extent : shape) count_ *= static_cast<size_t>(extent);
    if (values.empty()) values.resize(count_);
    if (values.size() != count_) {
      std::fprintf(stderr, "a tensor of %zu elements was given %zu values\n", count_,
                   values.size());
      std::exit(1);
    }
    if (count_ > 0) {
      Check(aclrtMalloc(&memory_, Bytes(), ACL_MEM_MALLOC_HUGE_FIRST));
      Check(aclrtMemcpy(memory_, Bytes(), values.data(), Bytes(), ACL_MEMCPY_HOST_TO_DEVICE));
    }
    handle_ = aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND,
                              shape.data(), shape.size(), memory_);
    if (handle_ == nullptr) Check(ACL_ERROR_INVALID_PARAM);
  }
  ~Tensor() {
    aclDestroyTensor(handle_);
    aclrtFree(memory_);
  }
  Tensor(const Tensor&) = delete;
  Tensor& operator=(const Tensor&) = delete;

  /* What the aclnn functions take. */
  operator aclTensor*() const { return handle_; }

  /* The handle, which whoever calls this destroys. The memory stays here. */
  aclTensor* Release() { return std::exchange(handle_, nullptr); }

  /* The elements, copied from the device. */
  std::vector<float> Values() const {
    std::vector<float> values(count_);
    if (count_ > 0)
      Check(aclrtMemcpy(values.data(), Bytes(), memory_, Bytes(), ACL_MEMCPY_DEVICE_TO_HOST));
    return values;
  }

  /* One line: "name: 1 2 3". */
  void Print(const char* name) const {
    std::printf("%s:", name);
    for (float value : Values()) std::printf(" %.7g", value);
    std::printf("\n");
  }

 private:
  size_t Bytes() const { return count_ * sizeof(float); }

  size_t count_ = 1;
  void* memory_ = nullptr;
  aclTensor* handle_ = nullptr;
};

/* A list of tensors, which destroys their handles: they are used through it only. */
class TensorList {
 public:
  explicit TensorList(std::initializer_list<Tensor*> tensors) {
    std::vector<const aclTensor*> handles;
    for (Tensor* tensor : tensors) handles.push_back(tensor->Release());
    handle_ = aclCreateTensorList(handles.data(), handles.size());
    if (handle_ == nullptr) Check(ACL_ERROR_INVALID_PARAM);
  }
  ~TensorList() { aclDestroyTensorList(handle_); }
  TensorList(const TensorList&) = delete;
  TensorList& operator=(const TensorList&) = delete;

  /* What the aclnn functions take. */
  operator aclTensorList*() const { return handle_; }

 private:
  aclTensorList* handle_ = nullptr;
};

/* From aclInit to aclFinalize, on device 0, with one stream. Made before the first Tensor. */
class Session {
 public:
  Session() {
    Check(aclInit(nullptr));
    Check(aclrtSetDevice(0));
    Check(aclrtCreateStream(&stream_));
  }
  ~Session() {
    aclrtDestroyStream(stream_);
    aclrtResetDevice(0);
    aclFinalize();
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  aclrtStream stream() const { return stream_; }

  /* Phase 1 with `args`, the workspace it asks for, phase 2, and the wait until the work is done.
   */
  template <class Phase1, class Phase2, class... Args>
  void Run(Phase1 get_workspace_size, Phase2 run, Args&&... args) const {
    uint64_t bytes = 0;
    aclOpExecutor* executor = nullptr;
    void* workspace = nullptr;
    Check(get_workspace_size(std::forward<Args>(args)..., &bytes, &executor));
    if (bytes > 0) Check(aclrtMalloc(&workspace, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    Check(run(workspace, bytes, executor, stream_));
    Check(aclrtSynchronizeStream(stream_));
    if (workspace != nullptr) Check(aclrtFree(workspace));
  }

 private:
  aclrtStream stream_ = nullptr;
};

} /* namespace acl_example */

#endif /* __cplusplus */

#endif /* ACL_EXAMPLE_H_ */
