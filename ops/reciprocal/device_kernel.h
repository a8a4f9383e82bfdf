// out = 1 / self.
#ifndef OPENACLNN_OPS_RECIPROCAL_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_RECIPROCAL_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"

namespace openaclnn::reciprocal {

using namespace openaclnn::device;

struct Reciprocal {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<Reciprocal>& tile) {
    AscendC::Reciprocal(tile.out[0], tile.in[0], tile.n);
  }
};

}  // namespace openaclnn::reciprocal

#endif  // OPENACLNN_OPS_RECIPROCAL_DEVICE_KERNEL_H_
