// out = gradOutput where self > 0, negativeSlope * gradOutput elsewhere.
#ifndef OPENACLNN_OPS_LEAKY_RELU_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_LEAKY_RELU_BACKWARD_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/elementwise_kernel.h"

namespace openaclnn::leaky_relu_backward {

using namespace openaclnn::device;

struct LeakyReluBackward {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 3;
  static __aicore__ inline void Compute(const Tile<LeakyReluBackward>& tile) {
    const Floats &gradient = tile.in[0], &self = tile.in[1], &scaled = tile.buffer[0],
                 &mask = tile.buffer[1], &scratch = tile.buffer[2];
    Muls(scaled, gradient, tile.numbers[0], tile.n);
    NotPositiveMask(mask, self, scratch, tile.n);
    Merge(tile.out[0], mask, scaled, gradient, tile.n);
  }
};

OPENACLNN_ELEMENTWISE_ENTRY(leaky_relu_backward, 3, LeakyReluBackward)

}  // namespace openaclnn::leaky_relu_backward

#endif  // OPENACLNN_OPS_LEAKY_RELU_BACKWARD_DEVICE_KERNEL_H_
