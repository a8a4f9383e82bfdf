// out = 1 / the square root of self.
#ifndef OPENACLNN_OPS_RSQRT_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_RSQRT_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"

namespace openaclnn::rsqrt {

using namespace openaclnn::device;

struct Rsqrt {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 1;
  static __aicore__ inline void Compute(const Tile<Rsqrt>& tile) {
    Sqrt(tile.buffer[0], tile.in[0], tile.n);
    Reciprocal(tile.out[0], tile.buffer[0], tile.n);
  }
};

}  // namespace openaclnn::rsqrt

#endif  // OPENACLNN_OPS_RSQRT_DEVICE_KERNEL_H_
