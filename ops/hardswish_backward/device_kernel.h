// out = gradOutput * hardswish'(self), with the corners -3 and 3 inside or outside the slope.
#ifndef OPENACLNN_OPS_HARDSWISH_BACKWARD_DEVICE_KERNEL_H_
#define OPENACLNN_OPS_HARDSWISH_BACKWARD_DEVICE_KERNEL_H_

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/device/exact.h"

namespace openaclnn::hardswish_backward {

using namespace openaclnn::device;

// gradient (x + 3/2) / 3 between -3 and 3, gradient above, +0 below whatever the gradient is.
template <bool kInnerCorners>
struct Gradient {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 4 + ExactProduct::kBuffers;
  static __aicore__ inline void Compute(const Tile<Gradient>& tile) {
    const Floats &gradient = tile.in[0], &x = tile.in[1];
    const Floats &inner = tile.buffer[0], &sum = tile.buffer[1], &low = tile.buffer[2],
                 &slope = tile.buffer[3];
    const int32_t n = tile.n;
    // The last number inside: 3, or the one before it.
    constexpr float kCorner = kInnerCorners ? 3.0f : 0x1.7ffffep+1f;
    ExactProduct product(&tile.buffer[4]);
    // x + 3/2 = sum + low
    Adds(sum, x, 1.5f, n);
    Adds(low, sum, -1.5f, n);
    Sub(low, x, low, n);
    // A third of it is slope + low: what is left of the sum after taking the slope away three times
    // is exact.
    Muls(slope, sum, 1.0f / 3, n);
    Axpy(sum, slope, -2.0f, n);
    Sub(sum, sum, slope, n);
    Add(low, low, sum, n);
    Muls(low, low, 1.0f / 3, n);
    Muls(inner, gradient, 1.0f, n);
    product.Multiply(inner, slope, low, n);
    product.Round(inner, n);
    AboveMask(sum, x, kCorner, n);
    Merge(inner, sum, gradient, inner, n);
    BelowMask(sum, x, -kCorner, n);
    NotBits(sum, sum, n);
    AndBits(tile.out[0], inner, sum, n);
  }
};

OPENACLNN_ELEMENTWISE_ENTRY(hardswish_backward_inclusive, 3, Gradient<true>)
OPENACLNN_ELEMENTWISE_ENTRY(hardswish_backward_exclusive, 3, Gradient<false>)

}  // namespace openaclnn::hardswish_backward

#endif  // OPENACLNN_OPS_HARDSWISH_BACKWARD_DEVICE_KERNEL_H_
