// ELU and its gradient on tiles of float32. Numbers: alpha, scale, inputScale.
#ifndef OPENACLNN_OPS_MATH_ELU_DEVICE_H_
#define OPENACLNN_OPS_MATH_ELU_DEVICE_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/device/exact.h"

namespace openaclnn::device {

// With t + lost = inputScale x: e^t - 1, by a series where that cancels, and lost e^t. Of a t above
// 80 the rest is a factor of its own, which makes up for a factor that is small. Where e^t is
// infinite whatever the factor, lost may be less than -1.
struct EluForward {
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 6;
  // (e^t - 1 - t) / t^2 for |t| <= 0.5, relative error of e^t - 1 2^-32.7 (minimax).
  static constexpr float kSeries[] = {0x1p-1f,        0x1.555556p-3f,  0x1.555554p-5f,
                                      0x1.110fc0p-7f, 0x1.6c1848p-10f, 0x1.a2ae34p-13f,
                                      0x1.a0532ep-16f};
  static constexpr float kSeriesTo = 0.5f, kLimit = 80.0f, kInfinite = 1000.0f;

  static __aicore__ inline void Compute(const Tile<EluForward>& tile) {
    const int32_t n = tile.n;
    const Floats &x = tile.in[0], &out = tile.out[0], &t = tile.buffer[0], &lost = tile.buffer[1];
    const Floats &power = tile.buffer[2], &square = tile.buffer[3], &a = tile.buffer[4],
                 &tail = tile.buffer[5];
    const float alpha = tile.numbers[0], scale = tile.numbers[1];
    TimesNumber(t, lost, x, tile.numbers[2], a, power, n);
    BelowMask(a, t, kInfinite, n);
    AndBits(lost, lost, a, n);
    Adds(tail, t, -kLimit, n);
    Duplicate(a, 0.0f, n);
    Max(tail, tail, a, n);
    Exp(tail, tail, n);
    Duplicate(a, kLimit, n);
    Min(t, t, a, n);
    Exp(power, t, n);
    Mul(lost, lost, power, n);
    Adds(power, power, -1.0f, n);

    PolynomialTerms(out, t, kSeries, square, a, n);
    Mul(out, out, square, n);
    Axpy(out, square, kSeries[0], n);
    Add(out, out, t, n);
    Abs(a, t, n);
    BelowMask(a, a, kSeriesTo, n);
    Merge(out, a, out, power, n);

    Add(out, out, lost, n);
    Muls(out, out, alpha * scale, n);
    Mul(out, out, tail, n);
    NotPositiveMask(a, x, power, n);
    Muls(power, x, scale, n);
    Merge(out, a, out, power, n);
  }
};

// With t + lost = inputScale x and w = e^((t + lost) / 2): g w (slope w). The root keeps its digits
// where e^t is subnormal, which a great gradient can make up for.
struct EluGradient {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 5;
  static constexpr float kLimit = 100.0f;  // of |t| / 2, beyond which only infinite inputs matter
  static constexpr float kTiny = 0x1p-60f;

  static __aicore__ inline void Compute(const Tile<EluGradient>& tile) {
    const int32_t n = tile.n;
    const Floats &g = tile.in[0], &x = tile.in[1], &out = tile.out[0], &t = tile.buffer[0],
                 &lost = tile.buffer[1];
    const Floats &w = tile.buffer[2], &a = tile.buffer[3], &b = tile.buffer[4];
    const float alpha = tile.numbers[0], scale = tile.numbers[1], input_scale = tile.numbers[2];
    TimesNumber(t, lost, x, input_scale, a, b, n);
    Muls(t, t, 0.5f, n);
    Abs(a, t, n);
    BelowMask(a, a, kLimit, n);
    AndBits(lost, lost, a, n);
    Muls(lost, lost, 0.5f, n);
    Duplicate(a, kLimit, n);
    Min(w, t, a, n);
    Duplicate(a, -kLimit, n);
    Max(w, w, a, n);
    NotInfiniteMask(a, x, b, n);
    Merge(w, a, w, t, n);
    Exp(w, w, n);
    Mul(lost, lost, w, n);
    FiniteMask(a, lost, n);
    AndBits(lost, lost, a, n);
    Add(w, w, lost, n);
    // A tiny gradient is lifted, so that its product with w is not subnormal.
    Abs(t, g, n);
    BelowMask(t, t, kTiny, n);
    Muls(a, g, 1 / kTiny, n);
    Merge(out, t, a, g, n);
    Mul(out, out, w, n);
    Muls(w, w, alpha * scale * input_scale, n);
    Mul(out, out, w, n);
    Muls(a, out, kTiny, n);
    Merge(out, t, a, out, n);
    NotPositiveMask(a, x, b, n);
    Muls(b, g, scale, n);
    Merge(out, a, out, b, n);
  }
};

struct EluGradientFromResult {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 4;

  static __aicore__ inline void Compute(const Tile<EluGradientFromResult>& tile) {
    const int32_t n = tile.n;
    const Floats &g = tile.in[0], &y = tile.in[1], &out = tile.out[0], &sum = tile.buffer[0],
                 &lost = tile.buffer[1];
    const Floats &a = tile.buffer[2], &b = tile.buffer[3];
    const float scale = tile.numbers[1], input_scale = tile.numbers[2];
    float factor_low;
    const float factor = Product(tile.numbers[0], scale, factor_low);
    // y + factor = sum + lost (Knuth's sum of two numbers).
    Adds(sum, y, factor, n);
    Sub(a, sum, y, n);
    Sub(b, sum, a, n);
    Sub(lost, y, b, n);
    Muls(a, a, -1.0f, n);
    Adds(a, a, factor, n);
    Add(lost, lost, a, n);
    Adds(lost, lost, factor_low, n);
    FiniteMask(a, sum, n);
    AndBits(lost, lost, a, n);
    Add(sum, sum, lost, n);
    Muls(sum, sum, input_scale, n);
    Mul(out, g, sum, n);
    NotPositiveMask(a, y, b, n);
    Muls(b, g, scale, n);
    Merge(out, a, out, b, n);
  }

 private:
  static __aicore__ inline float UpperDigitsOf(float number) {
    float upper;
    const uint32_t bits = BitsOf(number) & 0xfffff000u;
    __builtin_memcpy(&upper, &bits, sizeof(upper));
    return upper;
  }
  // The product a b, and what it loses (Dekker 1971).
  static __aicore__ inline float Product(float a, float b, float& lost) {
    const float product = a * b, a_high = UpperDigitsOf(a), b_high = UpperDigitsOf(b);
    const float a_low = a - a_high, b_low = b - b_high;
    lost = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
    return product;
  }
};

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_MATH_ELU_DEVICE_H_
