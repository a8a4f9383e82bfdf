// Hardswish and its gradient on tiles of float32.
#ifndef OPENACLNN_OPS_MATH_HARDSWISH_DEVICE_H_
#define OPENACLNN_OPS_MATH_HARDSWISH_DEVICE_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/device/exact.h"

namespace openaclnn::device {

// x times (x + 3) / 6, which is 0 for x <= -3 and 1 for x >= 3. The factor is a number and its
// error, so that float32 results are rounded twice, each time by at most 1/2 ULP: when x is
// multiplied by the one and when the other is added.
struct HardswishForward {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 4;
  static __aicore__ inline void Compute(const Tile<HardswishForward>& tile) {
    const Floats &x = tile.in[0], &inner = tile.buffer[0], &sum = tile.buffer[1],
                 &low = tile.buffer[2], &factor = tile.buffer[3];
    const int32_t n = tile.n;
    Duplicate(low, -3.0f, n);
    Max(x, x, low, n);
    Duplicate(low, 3.0f, n);
    Min(inner, x, low, n);
    // x + 3 = sum + low
    Adds(sum, inner, 3.0f, n);
    Adds(low, sum, -3.0f, n);
    Sub(low, inner, low, n);
    // What is left of the sum after taking the factor away six times: exact, first four times and
    // then twice.
    Muls(factor, sum, 1.0f / 6, n);
    Axpy(sum, factor, -4.0f, n);
    Axpy(sum, factor, -2.0f, n);
    Add(low, low, sum, n);
    Muls(low, low, 1.0f / 6, n);
    // The error is 0 for x >= 3, where only the factor may meet an infinite x.
    Mul(factor, factor, x, n);
    Mul(low, low, inner, n);
    Add(tile.out[0], factor, low, n);
  }
};

// gradient (x + 3/2) / 3 between -3 and 3, gradient above, +0 below whatever the gradient is.
template <bool kInnerCorners>
struct HardswishGradient {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 4 + ExactProduct::kBuffers;
  static __aicore__ inline void Compute(const Tile<HardswishGradient>& tile) {
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

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_MATH_HARDSWISH_DEVICE_H_
