// result = the sign of self.
#ifndef OPENACLNN_OPS_SIGN_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_SIGN_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/device/masks.h"

namespace openaclnn::sign {

using namespace openaclnn::device;

template <typename T>
struct Sign {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 4;
  static __aicore__ inline void Compute(const Tile<Sign>& tile) {
    const Floats &x = tile.in[0], &positive = tile.buffer[0], &negative = tile.buffer[1],
                 &scratch = tile.buffer[2], &one = tile.buffer[3];
    Duplicate(one, 1.0f, tile.n);
    PositiveMask(positive, x, scratch, tile.n);
    AndBits(positive, positive, one, tile.n);
    Muls(x, x, -1.0f, tile.n);
    PositiveMask(negative, x, scratch, tile.n);
    AndBits(negative, negative, one, tile.n);
    Sub(tile.out[0], positive, negative, tile.n);
  }
};

template <>
struct Sign<int32_t> {
  using Lane = int32_t;
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<Sign>& tile) {
    Maxs(tile.in[0], tile.in[0], -1, tile.n);
    Mins(tile.out[0], tile.in[0], 1, tile.n);
  }
};

}  // namespace openaclnn::sign

#endif  // OPENACLNN_OPS_SIGN_DEVICE_KERNEL_H_
