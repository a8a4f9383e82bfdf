// out = self * self.
#ifndef OPENACLNN_OPS_SQUARE_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SQUARE_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"

namespace openaclnn::square {

using namespace openaclnn::device;

// Integers wrap.
template <typename T>
struct Square {
  using Lane = T;
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<Square>& tile) {
    Mul(tile.out[0], tile.in[0], tile.in[0], tile.n);
  }
};

}  // namespace openaclnn::square

#endif  // OPENACLNN_OPS_SQUARE_DEVICE_KERNEL_H_
