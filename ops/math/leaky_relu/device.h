// Leaky ReLU and its gradient on tiles of float32. Numbers: the slope below 0.
#ifndef OPENACLNN_OPS_MATH_LEAKY_RELU_DEVICE_H_
#define OPENACLNN_OPS_MATH_LEAKY_RELU_DEVICE_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/elementwise_kernel.h"

namespace openaclnn::device {

struct LeakyReluForward {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 3;
  static __aicore__ inline void Compute(const Tile<LeakyReluForward>& tile) {
    const Floats &self = tile.in[0], &scaled = tile.buffer[0], &mask = tile.buffer[1],
                 &scratch = tile.buffer[2];
    Muls(scaled, self, tile.numbers[0], tile.n);
    NotPositiveMask(mask, self, scratch, tile.n);
    Merge(tile.out[0], mask, scaled, self, tile.n);
  }
};

struct LeakyReluGradient {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 3;
  static __aicore__ inline void Compute(const Tile<LeakyReluGradient>& tile) {
    const Floats &gradient = tile.in[0], &self = tile.in[1], &scaled = tile.buffer[0],
                 &mask = tile.buffer[1], &scratch = tile.buffer[2];
    Muls(scaled, gradient, tile.numbers[0], tile.n);
    NotPositiveMask(mask, self, scratch, tile.n);
    Merge(tile.out[0], mask, scaled, gradient, tile.n);
  }
};

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_MATH_LEAKY_RELU_DEVICE_H_
