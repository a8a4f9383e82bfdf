// Softplus and its gradient on tiles of float32. Numbers: beta, threshold.
#ifndef OPENACLNN_OPS_MATH_SOFTPLUS_DEVICE_H_
#define OPENACLNN_OPS_MATH_SOFTPLUS_DEVICE_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/device/exact.h"

namespace openaclnn::device {

// e = e^-|t + lost|, as that of the rounded |t| times 1 - |t|'s loss, which has the sign of t's
// where t > 0: there `positive` is set. a and b are scratch.
__aicore__ inline void Decay(const Floats& e, const Floats& positive, const Floats& t,
                             const Floats& lost, const Floats& a, const Floats& b, int32_t n) {
  Abs(e, t, n);
  Muls(e, e, -1.0f, n);
  Exp(e, e, n);
  Muls(positive, t, -1.0f, n);
  NegativeMask(positive, positive, n);
  Muls(a, lost, -1.0f, n);
  Muls(b, lost, 1.0f, n);
  Merge(a, positive, a, b, n);
  Mul(a, a, e, n);
  Add(e, e, a, n);
}

// With t = beta x: (max(t, 0) + ln(u) + (e - (u - 1)) / u) / beta, where e = e^-|t| and u is 1 + e
// rounded.
struct SoftplusForward {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 5;
  static __aicore__ inline void Compute(const Tile<SoftplusForward>& tile) {
    const int32_t n = tile.n;
    const Floats &x = tile.in[0], &out = tile.out[0], &t = tile.buffer[0], &e = tile.buffer[1];
    const Floats &a = tile.buffer[2], &b = tile.buffer[3], &mask = tile.buffer[4];
    const float beta = tile.numbers[0], threshold = tile.numbers[1];
    TimesNumber(t, b, x, beta, a, e, n);
    Decay(e, mask, t, b, a, out, n);
    // ln(1 + e).
    Adds(a, e, 1.0f, n);
    Adds(out, a, -1.0f, n);
    Sub(e, e, out, n);
    Div(e, e, a, n);
    Ln(a, a, n);
    Add(e, e, a, n);
    // Above 0 also t and what it lost.
    AndBits(b, b, mask, n);
    Add(e, e, b, n);
    Duplicate(a, 0.0f, n);
    Max(a, t, a, n);
    Add(e, e, a, n);
    Duplicate(a, beta, n);
    Div(e, e, a, n);
    AboveMask(mask, t, threshold, n);
    Merge(out, mask, x, e, n);
  }
};

// With t = beta x, e = e^-|t| and w = sqrt(e) where t < 0, 1 elsewhere: g w / (1 + e) w. The root
// keeps its digits where e is subnormal, which a great gradient can make up for.
struct SoftplusGradient {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 6;
  static constexpr float kLimit = 100.0f;  // of |t| / 2; from there on the derivative is 0 or 1

  static __aicore__ inline void Compute(const Tile<SoftplusGradient>& tile) {
    const int32_t n = tile.n;
    const Floats &g = tile.in[0], &x = tile.in[1], &out = tile.out[0], &t = tile.buffer[0],
                 &w = tile.buffer[1];
    const Floats &a = tile.buffer[2], &b = tile.buffer[3], &lost = tile.buffer[4],
                 &curved = tile.buffer[5];
    TimesNumber(t, lost, x, tile.numbers[0], a, b, n);
    Adds(a, t, -tile.numbers[1], n);
    NotPositiveMask(curved, a, b, n);
    NotInfiniteMask(x, t, b, n);
    // Halves, of which far out only the sign matters.
    Abs(a, t, n);
    BelowMask(b, a, 2 * kLimit, n);
    AndBits(lost, lost, b, n);
    Muls(lost, lost, 0.5f, n);
    Muls(t, t, 0.5f, n);
    Duplicate(a, kLimit, n);
    Min(t, t, a, n);
    Duplicate(a, -kLimit, n);
    Max(t, t, a, n);
    Decay(w, b, t, lost, a, out, n);
    AndBits(w, w, x, n);
    Mul(out, w, w, n);
    Adds(out, out, 1.0f, n);
    Duplicate(a, 1.0f, n);
    Merge(a, b, a, w, n);
    Mul(w, g, a, n);
    Div(w, w, out, n);
    Mul(w, w, a, n);
    Merge(out, curved, w, g, n);
  }
};

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_MATH_SOFTPLUS_DEVICE_H_
