// out = e^self.
#ifndef OPENACLNN_OPS_EXP_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_EXP_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"

namespace openaclnn::exp {

using namespace openaclnn::device;

struct Exp {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<Exp>& tile) {
    AscendC::Exp(tile.out[0], tile.in[0], tile.n);
  }
};

}  // namespace openaclnn::exp

#endif  // OPENACLNN_OPS_EXP_DEVICE_KERNEL_H_
