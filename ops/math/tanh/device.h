// The hyperbolic tangent and its gradient on tiles of float32.
#ifndef OPENACLNN_OPS_MATH_TANH_DEVICE_H_
#define OPENACLNN_OPS_MATH_TANH_DEVICE_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/device/quadratic.h"

namespace openaclnn::device {

// (1 - e) / (1 + e) for e = e^(-2 |x|) with the sign of x; x + x^3 P(x^2) where 1 - e would cancel.
struct TanhForward {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 5;
  // P on [0, 0.37], relative error of the sum 2^-32 (minimax).
  static constexpr float kSeries[] = {-0x1.555554p-2f, 0x1.111084p-3f,  -0x1.b9f4bep-5f,
                                      0x1.63d27cp-6f,  -0x1.0d665ep-7f, 0x1.1e6c5ep-9f};
  static constexpr float kSeriesTo = 0.6f, kLimit = 20;  // from there on it is 1

  static __aicore__ inline void Compute(const Tile<TanhForward>& tile) {
    const int32_t n = tile.n;
    const Floats &x = tile.in[0], &out = tile.out[0], &t = tile.buffer[0], &a = tile.buffer[1];
    const Floats &b = tile.buffer[2], &square = tile.buffer[3], &mask = tile.buffer[4];
    Abs(t, x, n);
    Duplicate(a, kLimit, n);
    Min(t, t, a, n);
    Muls(a, t, -2.0f, n);
    Exp(a, a, n);
    Adds(b, a, 1.0f, n);
    Muls(a, a, -1.0f, n);
    Adds(a, a, 1.0f, n);
    Div(out, a, b, n);
    Muls(a, out, -1.0f, n);
    NegativeMask(mask, x, n);
    Merge(out, mask, a, out, n);

    BelowMask(mask, t, kSeriesTo, n);
    Mul(t, t, t, n);
    PolynomialTimes(b, t, t, kSeries, square, a, n);
    Mul(b, b, x, n);
    Add(b, b, x, n);
    Merge(out, mask, b, out, n);
  }
};

// (1 - t) (1 + t) for t = |y|.
struct TanhDerivativeOfResult {
  static __aicore__ inline void Evaluate(const Floats& dst, const Floats& y, int32_t n) {
    Abs(y, y, n);
    Muls(dst, y, -1.0f, n);
    Adds(dst, dst, 1.0f, n);
    Adds(y, y, 1.0f, n);
    Mul(dst, dst, y, n);
  }
};
using TanhGradient = QuadraticGradient<TanhDerivativeOfResult>;

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_MATH_TANH_DEVICE_H_
