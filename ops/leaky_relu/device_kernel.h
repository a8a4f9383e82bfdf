// out = self where self > 0, negativeSlope * self elsewhere.
#ifndef OPENACLNN_OPS_LEAKY_RELU_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_LEAKY_RELU_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/elementwise_kernel.h"

namespace openaclnn::leaky_relu {

using namespace openaclnn::device;

struct LeakyRelu {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 3;
  static __aicore__ inline void Compute(const Tile<LeakyRelu>& tile) {
    const Floats &self = tile.in[0], &scaled = tile.buffer[0], &mask = tile.buffer[1],
                 &scratch = tile.buffer[2];
    Muls(scaled, self, tile.numbers[0], tile.n);
    NotPositiveMask(mask, self, scratch, tile.n);
    Merge(tile.out[0], mask, scaled, self, tile.n);
  }
};

OPENACLNN_ELEMENTWISE_ENTRY(leaky_relu, 2, LeakyRelu)

}  // namespace openaclnn::leaky_relu

#endif  // OPENACLNN_OPS_LEAKY_RELU_DEVICE_KERNEL_H_
