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
#include <cstring>
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

/* A contiguous tensor in memory of the current device: of float32, or of float64, int8, int32,
 * int64, uint8 or bool. */
class Tensor {
 public:
  /* `shape`: extents, none for a single element. `values`: as many as the shape has, row by row;
   * without them all are 0. */
  explicit Tensor(const std::vector<int64_t>& shape, std::vector<float> values = {},
                  aclDataType dtype = ACL_FLOAT)
      : dtype_(dtype) {
    for (int64_t extent : shape) count_ *= static_cast<size_t>(extent);
    if (values.empty()) values.resize(count_);
    if (values.size() != count_) {
      std::fprintf(stderr, "a tensor of %zu elements was given %zu values\n", count_,
                   values.size());
      std::exit(1);
    }
    if (count_ > 0) {
      std::vector<char> bytes;
      WithType([&](auto zero) {
        bytes.resize(count_ * sizeof(zero));
        for (size_t i = 0; i < count_; ++i) {
          const auto element = static_cast<decltype(zero)>(values[i]);
          std::memcpy(&bytes[i * sizeof(element)], &element, sizeof(element));
        }
      });
      Check(aclrtMalloc(&memory_, bytes.size(), ACL_MEM_MALLOC_HUGE_FIRST));
      Check(aclrtMemcpy(memory_, bytes.size(), bytes.data(), bytes.size(),
                        ACL_MEMCPY_HOST_TO_DEVICE));
    }
    handle_ = aclCreateTensor(shape.data(), shape.size(), dtype, nullptr, 0, ACL_FORMAT_ND,
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
    if (count_ == 0) return values;
    WithType([&](auto zero) {
      std::vector<char> bytes(count_ * sizeof(zero));
      Check(aclrtMemcpy(bytes.data(), bytes.size(), memory_, bytes.size(),
                        ACL_MEMCPY_DEVICE_TO_HOST));
      for (size_t i = 0; i < count_; ++i) {
        auto element = zero;
        std::memcpy(&element, &bytes[i * sizeof(element)], sizeof(element));
        values[i] = static_cast<float>(element);
      }
    });
    return values;
  }

  /* One line: "name: 1 2 3". */
  void Print(const char* name) const {
    std::printf("%s:", name);
    for (float value : Values()) std::printf(" %.7g", value);
    std::printf("\n");
  }

 private:
  /* Calls the function with a 0 of the elements' type. */
  template <class Function>
  void WithType(Function function) const {
    switch (dtype_) {
      case ACL_FLOAT:
        return function(0.0f);
      case ACL_DOUBLE:
        return function(0.0);
      case ACL_INT8:
        return function(int8_t{0});
      case ACL_INT32:
        return function(int32_t{0});
      case ACL_INT64:
        return function(int64_t{0});
      case ACL_UINT8:
      case ACL_BOOL:
        return function(uint8_t{0});
      default:
        std::fprintf(stderr, "an example has no tensors of type %d\n", dtype_);
        std::exit(1);
    }
  }

  aclDataType dtype_;
  size_t count_ = 1;
  void* memory_ = nullptr;
  aclTensor* handle_ = nullptr;
};

/* A handle that is destroyed at the end. */
template <class Handle, auto kDestroy>
class Owned {
 public:
  explicit Owned(Handle* handle) : handle_(handle) {
    if (handle_ == nullptr) Check(ACL_ERROR_INVALID_PARAM);
  }
  ~Owned() { kDestroy(handle_); }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;

  /* What the aclnn functions take. */
  operator Handle*() const { return handle_; }

 private:
  Handle* handle_;
};

/* A number that functions take as aclScalar: an int64 of an integer, else a float32. */
class Scalar : public Owned<aclScalar, aclDestroyScalar> {
 public:
  explicit Scalar(int value) : Scalar(int64_t{value}, ACL_INT64) {}
  explicit Scalar(double value) : Scalar(static_cast<float>(value), ACL_FLOAT) {}

 private:
  template <class Number>
  Scalar(Number value, aclDataType dtype) : Owned(aclCreateScalar(&value, dtype)) {}
};

/* An array of integers, such as dimensions. */
class IntArray : public Owned<aclIntArray, aclDestroyIntArray> {
 public:
  explicit IntArray(const std::vector<int64_t>& numbers)
      : Owned(aclCreateIntArray(numbers.data(), numbers.size())) {}
};

/* A list of tensors, which destroys their handles: they are used through it only. */
class TensorList : public Owned<aclTensorList, aclDestroyTensorList> {
 public:
  explicit TensorList(std::initializer_list<Tensor*> tensors) : Owned(Create(tensors)) {}

 private:
  static aclTensorList* Create(std::initializer_list<Tensor*> tensors) {
    std::vector<const aclTensor*> handles;
    for (Tensor* tensor : tensors) handles.push_back(tensor->Release());
    return aclCreateTensorList(handles.data(), handles.size());
  }
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
