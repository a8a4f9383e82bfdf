// out = gradOutput / 6 where -3 < self < 3, 0 elsewhere.
#ifndef OPENACLNN_OPS_HARDSIGMOID_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_HARDSIGMOID_BACKWARD_DEVICE_KERNEL_H_

#include "ops/device/elementwise_kernel.h"
#include "ops/device/masks.h"

namespace openaclnn::hardsigmoid_backward {

using namespace openaclnn::device;

struct HardsigmoidBackward {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 0;
  static __aicore__ inline void Compute(const Tile<HardsigmoidBackward>& tile) {
    const Floats &gradient = tile.in[0], &x = tile.in[1], &out = tile.out[0];
    Duplicate(out, 6.0f, tile.n);
    Div(out, gradient, out, tile.n);
    MagnitudeBelowMask(x, x, 3.0f, tile.n);
    AndBits(out, out, x, tile.n);
  }
};

}  // namespace openaclnn::hardsigmoid_backward

#endif  // OPENACLNN_OPS_HARDSIGMOID_BACKWARD_DEVICE_KERNEL_H_
