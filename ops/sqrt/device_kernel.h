// out = the square root of self.
#ifndef OPENACLNN_OPS_SQRT_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SQRT_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"

namespace openaclnn::sqrt {

using namespace openaclnn::device;

struct Sqrt {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<Sqrt>& tile) {
    AscendC::Sqrt(tile.out[0], tile.in[0], tile.n);
  }
};

}  // namespace openaclnn::sqrt

#endif  // OPENACLNN_OPS_SQRT_DEVICE_KERNEL_H_
