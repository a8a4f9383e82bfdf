// out = self ^ exponent, of two tensors, or of a tensor and a number, which is either operand.
#ifndef OPENACLNN_OPS_POW_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_POW_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/math/pow/device.h"

namespace openaclnn::pow {

using namespace openaclnn::device;

struct Tensors {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = Power::kBuffers;
  static __aicore__ inline void Compute(const Tile<Tensors>& tile) {
    Power(tile.buffer).Compute(tile.out[0], tile.in[0], tile.in[1], tile.n);
  }
};

// The number is the base, or the exponent.
template <bool kBase>
struct OfNumber {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = Power::kBuffers + 1;
  static __aicore__ inline void Compute(const Tile<OfNumber>& tile) {
    const Floats &tensor = tile.in[0], &number = tile.buffer[Power::kBuffers];
    Duplicate(number, tile.numbers[0], tile.n);
    Power(tile.buffer)
        .Compute(tile.out[0], kBase ? number : tensor, kBase ? tensor : number, tile.n);
  }
};

}  // namespace openaclnn::pow

#endif  // OPENACLNN_OPS_POW_DEVICE_KERNEL_H_
