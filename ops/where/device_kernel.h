// out = self where condition is not 0, other elsewhere.
#ifndef OPENACLNN_OPS_WHERE_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_WHERE_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"

namespace openaclnn::where {

using namespace openaclnn::device;

struct Where {
  static constexpr int kInputs = 3, kOutputs = 1, kBuffers = 1;
  static __aicore__ inline void Compute(const Tile<Where>& tile) {
    const Floats &condition = tile.in[0], &mask = tile.buffer[0];
    // The condition is an integer from 0 to 255: below 1 it is 0.
    Adds(mask, condition, -1.0f, tile.n);
    NegativeMask(mask, mask, tile.n);
    Merge(tile.out[0], mask, tile.in[2], tile.in[1], tile.n);
  }
};

}  // namespace openaclnn::where

#endif  // OPENACLNN_OPS_WHERE_DEVICE_KERNEL_H_
