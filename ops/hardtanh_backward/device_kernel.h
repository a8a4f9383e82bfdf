// out = 0 where self <= min or self >= max, gradOutput elsewhere. Numbers: min, max.
#ifndef OPENACLNN_OPS_HARDTANH_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_HARDTANH_BACKWARD_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/device/masks.h"

namespace openaclnn::hardtanh_backward {

using namespace openaclnn::device;

struct HardtanhBackward {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 4;
  static __aicore__ inline void Compute(const Tile<HardtanhBackward>& tile) {
    const Floats &x = tile.in[1], &below = tile.buffer[0], &above = tile.buffer[1];
    AtMostMask(below, x, tile.numbers[0], tile.buffer[2], tile.buffer[3], tile.n);
    Muls(x, x, -1.0f, tile.n);
    AtMostMask(above, x, -tile.numbers[1], tile.buffer[2], tile.buffer[3], tile.n);
    OrBits(below, below, above, tile.n);
    NotBits(below, below, tile.n);
    AndBits(tile.out[0], tile.in[0], below, tile.n);
  }
};

}  // namespace openaclnn::hardtanh_backward

#endif  // OPENACLNN_OPS_HARDTANH_BACKWARD_DEVICE_KERNEL_H_
