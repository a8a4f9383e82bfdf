// out = 0 where self <= threshold, gradOutput elsewhere. Number: threshold.
#ifndef OPENACLNN_OPS_THRESHOLD_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_THRESHOLD_BACKWARD_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/device/masks.h"

namespace openaclnn::threshold_backward {

using namespace openaclnn::device;

struct ThresholdBackward {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 3;
  static __aicore__ inline void Compute(const Tile<ThresholdBackward>& tile) {
    const Floats& mask = tile.buffer[0];
    AtMostMask(mask, tile.in[1], tile.numbers[0], tile.buffer[1], tile.buffer[2], tile.n);
    NotBits(mask, mask, tile.n);
    AndBits(tile.out[0], tile.in[0], mask, tile.n);
  }
};

}  // namespace openaclnn::threshold_backward

#endif  // OPENACLNN_OPS_THRESHOLD_BACKWARD_DEVICE_KERNEL_H_
