// out = the magnitude of self.
#ifndef OPENACLNN_OPS_ABS_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_ABS_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"

namespace openaclnn::abs {

using namespace openaclnn::device;

// Integers wrap.
template <typename T>
struct Abs {
  using Lane = T;
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<Abs>& tile) {
    if constexpr (std::is_same_v<T, float>) {
      AscendC::Abs(tile.out[0], tile.in[0], tile.n);
    } else {
      Muls(tile.out[0], tile.in[0], -1, tile.n);
      Max(tile.out[0], tile.out[0], tile.in[0], tile.n);
    }
  }
};

}  // namespace openaclnn::abs

#endif  // OPENACLNN_OPS_ABS_DEVICE_KERNEL_H_
