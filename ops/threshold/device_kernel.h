// out = value where self <= threshold, self elsewhere. Numbers: threshold, value.
#ifndef OPENACLNN_OPS_THRESHOLD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_THRESHOLD_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/device/masks.h"

namespace openaclnn::threshold {

using namespace openaclnn::device;

struct Threshold {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 3;
  static __aicore__ inline void Compute(const Tile<Threshold>& tile) {
    const Floats &mask = tile.buffer[0], &value = tile.buffer[1];
    AtMostMask(mask, tile.in[0], tile.numbers[0], value, tile.buffer[2], tile.n);
    Duplicate(value, tile.numbers[1], tile.n);
    Merge(tile.out[0], mask, value, tile.in[0], tile.n);
  }
};

}  // namespace openaclnn::threshold

#endif  // OPENACLNN_OPS_THRESHOLD_DEVICE_KERNEL_H_
