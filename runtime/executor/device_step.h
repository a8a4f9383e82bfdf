// Work of the AI Core backend: launches of device kernels, as plans hold them.
#ifndef OPENACLNN_RUNTIME_EXECUTOR_DEVICE_STEP_H_
#define OPENACLNN_RUNTIME_EXECUTOR_DEVICE_STEP_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "acl/acl_base_rt.h"
#include "runtime/aicore/launch.h"
#include "runtime/base/status_fwd.h"
#include "runtime/products/products.h"
#include "runtime/tensor/numbers.h"

namespace openaclnn {

// An element-wise device kernel in the types it was compiled for: what an operator's
// device_kernel.h is to its host.cc.
struct DeviceElementwise {
  struct Variant {
    aclDataType input;   // type of all inputs
    aclDataType output;  // type of all outputs
    aicore::DeviceKernel kernel;
    int64_t bytes_per_element;  // of the unified buffer
  };
  // The first computes what no other is for.
  absl::Span<const Variant> variants;

  // The variant for operands of these types; or else for the widest of their kinds, to which they
  // are converted without loss.
  const Variant& Choose(absl::Span<const aclDataType> inputs,
                        absl::Span<const aclDataType> outputs) const;

  // The variant that computes operands of these types in the type `compute`, or, if that is
  // undefined, as Choose says. Truth values, of a kernel that writes bool, are converted to the
  // type of the output. Null: the chip has no instructions for it, and computes it on its AI CPU.
  // This is the only place that decides so.
  const Variant* Find(absl::Span<const aclDataType> inputs, absl::Span<const aclDataType> outputs,
                      aclDataType compute) const;
};

// A launch whose memory is not known yet.
struct DeviceStep {
  DeviceElementwise kernel;
  const DeviceElementwise::Variant* variant = nullptr;  // of the kernel
  const Soc* soc = nullptr;
  int64_t count = 0;  // elements of every tensor
  Numbers numbers;    // of the call; they are in the tiling, too
  int64_t blocks = 0;
  std::vector<std::byte> tiling;
  absl::InlinedVector<aicore::Launch::Tensor, 6> tensors;  // data is filled in when the plan runs

  size_t inputs() const;
  void Bind(size_t operand, void* data) { tensors[operand].data = data; }
  // Kernels read a tile before they write it.
  bool ReadsInOrder(size_t, size_t) const { return true; }
  // A launch of the simulated AI Core is worth waking a thread for, whatever its size.
  int64_t cost_ns() const { return 1'000'000; }

  absl::Status Launch(bool saturate, aicore::BlockOrder order = nullptr) const;
};

// The fewest elements that element-wise device kernels take where copies move whole 32-byte blocks
// only; 1 elsewhere.
int64_t LeastElements(const Product& product, const DeviceElementwise::Variant& variant);

// Divides `count` (at least LeastElements) elements among the cores of the chip and into tiles. The
// kernel is given `numbers`, at most kMaxNumbers. `tensors` is left empty.
DeviceStep DivideElementwise(const Soc& soc, const DeviceElementwise& kernel,
                             const DeviceElementwise::Variant& variant, int64_t count,
                             const Numbers& numbers);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_EXECUTOR_DEVICE_STEP_H_
