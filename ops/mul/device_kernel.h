// out = self * other, of two tensors, or of a tensor and a number.
#ifndef OPENACLNN_OPS_MUL_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_MUL_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"

namespace openaclnn::mul {

using namespace openaclnn::device;

// Integers wrap.
template <typename T>
struct MulTensors {
  using Lane = T;
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<MulTensors>& tile) {
    Mul(tile.out[0], tile.in[0], tile.in[1], tile.n);
  }
};

// Numbers: other.
struct MulNumber {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<MulNumber>& tile) {
    Muls(tile.out[0], tile.in[0], tile.numbers[0], tile.n);
  }
};

}  // namespace openaclnn::mul

#endif  // OPENACLNN_OPS_MUL_DEVICE_KERNEL_H_
