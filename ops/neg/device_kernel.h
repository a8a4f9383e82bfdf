// out = -self.
#ifndef OPENACLNN_OPS_NEG_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_NEG_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"

namespace openaclnn::neg {

using namespace openaclnn::device;

// Integers wrap.
template <typename T>
struct Neg {
  using Lane = T;
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<Neg>& tile) {
    Muls(tile.out[0], tile.in[0], T(-1), tile.n);
  }
};

}  // namespace openaclnn::neg

#endif  // OPENACLNN_OPS_NEG_DEVICE_KERNEL_H_
