// A launch in a few lines, for tests of kernels that ascendc_kernel compiled:
//
//     absl::Status status = KernelCall("add", "Ascend910B3", "float16")
//                               .Input("x", x).Input("y", y).Output("z", z)
//                               .Tiling(tiling).Blocks(8).Run();
#ifndef OPENACLNN_RUNTIME_AICORE_KERNEL_CALL_H_
#define OPENACLNN_RUNTIME_AICORE_KERNEL_CALL_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "runtime/aicore/launch.h"

namespace openaclnn::aicore {

// The memory of arguments stays the caller's, and must outlive Run(); values are copied.
class KernelCall {
 public:
  // `soc`: a chip, "Ascend910B3", or a product, "atlas_a2". `dtypes`: those of the first operands,
  // as many as it takes to tell the kernel's variants apart.
  KernelCall(std::string kernel, std::string soc, std::string dtypes = "")
      : kernel_(std::move(kernel)), soc_(std::move(soc)), dtypes_(std::move(dtypes)) {}

  template <typename T>
  KernelCall& Input(const char* name, const std::vector<T>& values) {
    // The launch does not write what is not writable.
    return Add(name, const_cast<T*>(values.data()), values.size() * sizeof(T), false);
  }
  // What it holds before counts as never written, so that a kernel which reads it is reported.
  template <typename T>
  KernelCall& Output(const char* name, std::vector<T>& values) {
    Add(name, values.data(), values.size() * sizeof(T), true);
    tensors_.back().undefined = true;
    return *this;
  }
  KernelCall& Add(const char* name, void* data, size_t bytes, bool writable) {
    tensors_.push_back(
        {.data = data, .bytes = static_cast<int64_t>(bytes), .writable = writable, .name = name});
    return *this;
  }
  template <typename T>
  KernelCall& Scalar(const T& value) {
    scalars_.emplace_back(value);
    return *this;
  }
  KernelCall& ScalarBytes(Parameter::Kind kind, absl::Span<const uint8_t> bytes) {
    scalars_.emplace_back(kind, bytes);
    return *this;
  }
  template <typename T>
  KernelCall& Tiling(const T& tiling) {
    static_assert(std::is_trivially_copyable_v<T>, "tiling data are copied byte by byte");
    return TilingBytes(&tiling, sizeof(T));
  }
  KernelCall& TilingBytes(const void* data, size_t bytes) {
    tiling_.resize(bytes);
    if (bytes > 0) std::memcpy(tiling_.data(), data, bytes);
    return *this;
  }
  KernelCall& TilingKey(uint64_t key) {
    launch_.tiling_key = key;
    return *this;
  }
  // Of the kernel's own; zero at first.
  KernelCall& Workspace(int64_t bytes) {
    workspace_bytes_ = bytes;
    return *this;
  }
  KernelCall& Blocks(int64_t blocks) {
    launch_.blocks = blocks;
    return *this;
  }
  KernelCall& CheckWith(Checks checks) {
    launch_.checks = checks;
    return *this;
  }
  // Counts cycles.
  KernelCall& Timed(bool timed) {
    launch_.timed = timed;
    return *this;
  }
  // As a device's allocator would place the arguments (Launch::padded).
  KernelCall& Padded(bool padded) {
    launch_.padded = padded;
    return *this;
  }

  // As Run() of launch.h; kNotFound if there is no such kernel or chip.
  absl::Status Run(Counters* counters = nullptr);

 private:
  std::string kernel_;
  std::string soc_;
  std::string dtypes_;
  std::vector<Launch::Tensor> tensors_;
  std::vector<Launch::Scalar> scalars_;
  std::vector<std::byte> tiling_;
  int64_t workspace_bytes_ = 0;
  Launch launch_;
};

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_KERNEL_CALL_H_
