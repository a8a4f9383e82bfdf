// SELU and its gradient on tiles, for ops/selu and ops/selu_backward.
#ifndef OPENACLNN_OPS_MATH_SELU_DEVICE_H_
#define OPENACLNN_OPS_MATH_SELU_DEVICE_H_

#include <type_traits>

#include "kernel_operator.h"
#include "ops/device/elementwise_kernel.h"
#include "ops/device/exact.h"
#include "ops/device/fixed.h"

namespace openaclnn::device {

// lambda and lambda alpha, each as the sum of two numbers.
inline constexpr float kLambdaHigh = 0x1.0cfabep+0f, kLambdaLow = -0x1.2addda0p-25f;
inline constexpr float kLambdaAlphaHigh = 0x1.c212ccp+0f, kLambdaAlphaLow = 0x1.903c0cp-26f;

// lambda max(x, 0) + lambda alpha (e^min(x, 0) - 1), one of which is 0. A product with one of these
// constants is a small sum to which Axpy adds the large product, rounding once: what is lost
// besides is what the small sum and Exp are off by. Within 0.99 ULP.
template <typename In>
struct SeluForward {
  static constexpr bool kIntegers = std::is_same_v<In, int32_t>;
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 5 + (kIntegers ? 2 : 0);
  // (e^x - 1 - x - x^2 / 2) / x^3 for -0.7 <= x <= 0, relative error 2^-24.4 (minimax).
  static constexpr float kSeries[] = {0x1.555554p-3f, 0x1.55544ap-5f, 0x1.10e192p-7f,
                                      0x1.66189cp-10f, 0x1.4f272cp-13f};
  static constexpr float kSeriesFrom = -0.7f;
  static constexpr float kLambdaMinus1 = 0x1.9f57aep-5f;

  // dst = lambda alpha (a + b), where b is small.
  static __aicore__ inline void TimesLambdaAlpha(const Floats& dst, const Floats& a,
                                                 const Floats& b, int32_t n) {
    Muls(dst, b, kLambdaAlphaHigh, n);
    Axpy(dst, a, kLambdaAlphaLow, n);
    Axpy(dst, a, kLambdaAlphaHigh, n);
  }

  static __aicore__ inline void Compute(const Tile<SeluForward>& tile) {
    const int32_t n = tile.n;
    const Floats &f = tile.buffer[0], &a = tile.buffer[1], &b = tile.buffer[2],
                 &square = tile.buffer[3], &cube = tile.buffer[4];
    // Once the others are used up.
    const Floats &from_power = tile.out[0], &from_series = square, &high = cube, &mask = a;
    // What is below 0, f, and what is above, x.
    Floats x = tile.in[0], x_rest;
    Duplicate(a, -0.0f, n);
    if constexpr (kIntegers) {
      // Two numbers hold what one cannot: the nearest, and the difference.
      LocalTensor<int32_t> integers = tile.in[0].template ReinterpretCast<int32_t>(),
                           part = b.ReinterpretCast<int32_t>();
      x = tile.buffer[5];
      x_rest = tile.buffer[6];
      Cast(f, integers, RoundMode::CAST_RINT, n);
      Duplicate(part, 0, n);
      Max(integers, integers, part, n);
      Cast(x, integers, RoundMode::CAST_RINT, n);
      Cast(part, x, RoundMode::CAST_RINT, n);
      Sub(integers, integers, part, n);
      Cast(x_rest, integers, RoundMode::CAST_RINT, n);
      Min(f, f, a, n);
    } else {
      Min(f, x, a, n);
      Max(x, x, a, n);
    }

    // From the power: e^x - 1 = a + b, with all its digits.
    Exp(b, f, n);
    Adds(a, b, -1.0f, n);
    Adds(high, a, 1.0f, n);
    Sub(b, b, high, n);
    TimesLambdaAlpha(from_power, a, b, n);

    // From the series, where that would cancel.
    Polynomial(b, f, kSeries, square, cube, n);
    Mul(b, b, cube, n);
    Muls(square, square, 0.5f, n);
    Add(a, f, square, n);
    Sub(high, a, f, n);
    Sub(high, square, high, n);
    Add(b, b, high, n);
    TimesLambdaAlpha(from_series, a, b, n);

    BelowMask(mask, f, kSeriesFrom, n);
    Merge(from_series, mask, from_power, from_series, n);

    if constexpr (kIntegers) {
      Muls(x_rest, x_rest, kLambdaHigh, n);
      Axpy(x_rest, x, kLambdaMinus1, n);
      Add(x, x, x_rest, n);
    } else {
      Axpy(x, x, kLambdaMinus1, n);
    }
    Add(tile.out[0], x, from_series, n);
  }
};

// The nearest integer, saturated; 0 for NaN.
template <typename In>
struct SeluForwardToInteger {
  static constexpr bool kIntegers = std::is_same_v<In, int32_t>;
  static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 11;
  // lambda - 1.
  static constexpr float kConstant[kConstantParts] = {0x1.9f4p-5f, 0x1.7acp-17f, 0x1.522p-29f,
                                                      0x1.322p-44f, 0x1.bfp-57f};
  static constexpr int32_t kGreatest = 2043858027;  // whose result is 2^31 - 1
  // The result is -1 or less below the first, -2 below the second: above ln(1 - 0.5 / (lambda
  // alpha)) and ln(1 - 1.5 / (lambda alpha)).
  static constexpr float kMinusOne = -0x1.56a98ep-2f, kMinusTwo = -0x1.eb2c40p+0f;

  static __aicore__ inline void Compute(const Tile<SeluForwardToInteger>& tile) {
    const int32_t n = tile.n;
    const auto integers = [&](int i) { return tile.buffer[i].template ReinterpretCast<int32_t>(); };
    const Floats &x = tile.buffer[0], &left = tile.buffer[1], &a = tile.buffer[2],
                 &b = tile.buffer[3], &over = tile.buffer[4];
    const Integers whole = integers(5), scratch = integers(6);
    const Integers piece[kPieces] = {integers(7), integers(8), integers(9)};
    const FixedSum sum = {tile.out[0].template ReinterpretCast<int32_t>(), integers(10)};
    // The part of x above 0 as an integer and what is left.
    if constexpr (kIntegers) {
      const Integers input = tile.in[0].template ReinterpretCast<int32_t>();
      Cast(x, input, RoundMode::CAST_RINT, n);
      Duplicate(whole, 0, n);
      Max(whole, input, whole, n);
      Duplicate(left, 0.0f, n);
    } else {
      Muls(x, tile.in[0], 1.0f, n);
      Duplicate(a, 0.0f, n);
      Max(left, x, a, n);
      Duplicate(a, 0x1p31f, n);
      Min(left, left, a, n);
      Cast(whole, left, RoundMode::CAST_TRUNC, n);
      Cast(a, whole, RoundMode::CAST_RINT, n);
      Sub(left, left, a, n);
    }
    Muls(over.template ReinterpretCast<int32_t>(), whole, -1, n);
    Adds(over.template ReinterpretCast<int32_t>(), over.template ReinterpretCast<int32_t>(),
         kGreatest, n);
    NegativeMask(over, over, n);
    Duplicate(scratch, kGreatest, n);
    Min(whole, whole, scratch, n);

    sum.Clear(n);
    TakeApart(piece, whole, n);
    for (int i = 0; i < kPieces; ++i) {
      const Floats number = piece[i].ReinterpretCast<float>();
      Cast(a, piece[i], RoundMode::CAST_RINT, n);
      for (int k = 0; k < kPartsForPiece[i]; ++k) {
        Muls(number, a, kConstant[k] * kPieceUnits[i], n);
        sum.Add(number, b, scratch, n);
      }
    }
    Muls(a, left, kConstant[0] + kConstant[1], n);
    Add(a, a, left, n);
    sum.Add(a, b, scratch, n);
    sum.Round(n);
    Add(sum.whole, sum.whole, whole, n);

    BelowMask(a, x, kMinusOne, n);
    Add(sum.whole, sum.whole, a.template ReinterpretCast<int32_t>(), n);
    BelowMask(a, x, kMinusTwo, n);
    Add(sum.whole, sum.whole, a.template ReinterpretCast<int32_t>(), n);
    Duplicate(a.template ReinterpretCast<int32_t>(), 0x7fffffff, n);
    Merge(tile.out[0], over, a, tile.out[0], n);
  }
};

// gradient (y + lambda alpha) where y <= 0, gradient lambda elsewhere (NaN included).
struct SeluGradient {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 3 + ExactProduct::kBuffers;
  static __aicore__ inline void Compute(const Tile<SeluGradient>& tile) {
    const int32_t n = tile.n;
    const Floats &gradient = tile.in[0], &y = tile.in[1], &high = tile.buffer[0],
                 &low = tile.buffer[1], &mask = tile.buffer[2];
    const Floats &a = tile.buffer[3], &b = tile.buffer[4];
    // y + lambda alpha = high + low (Knuth's exact sum)
    Adds(high, y, kLambdaAlphaHigh, n);
    Sub(a, high, y, n);
    Sub(low, high, a, n);
    Sub(low, y, low, n);
    Muls(a, a, -1.0f, n);
    Adds(a, a, kLambdaAlphaHigh, n);
    Add(low, low, a, n);
    Adds(low, low, kLambdaAlphaLow, n);
    FiniteMask(a, high, n);
    AndBits(low, low, a, n);
    // What is left at y = -lambda alpha is all in the lower part: an infinite gradient must not
    // meet a zero.
    Add(a, high, low, n);
    Sub(high, a, high, n);
    Sub(low, low, high, n);
    Muls(high, a, 1.0f, n);

    // max(y, 0), which keeps NaN, is 0 in all bits but the sign exactly where y <= 0.
    Duplicate(b, 0.0f, n);
    Max(mask, y, b, n);
    Abs(mask, mask, n);
    Muls(mask.ReinterpretCast<int32_t>(), mask.ReinterpretCast<int32_t>(), -1, n);
    NegativeMask(mask, mask, n);
    Duplicate(a, kLambdaHigh, n);
    Merge(high, mask, a, high, n);
    Duplicate(b, kLambdaLow, n);
    Merge(low, mask, b, low, n);
    ExactProduct product(&tile.buffer[3]);
    product.Multiply(gradient, high, low, n);
    product.Round(tile.out[0], n);
  }
};

// The same in 32-bit integers, rounded to nearest and saturated. The derivative has the sign of y +
// 1.5, and its magnitude is an integer plus one of three fractions:
//   y > 0    lambda             1 + (lambda - 1)
//   y = 0    lambda alpha       1 + (lambda alpha - 1)
//   y = -1   lambda alpha - 1   0 + (lambda alpha - 1)
//   y < -1   -(y + lambda alpha)  -(y + 2) + (2 - lambda alpha)
// so that the result is the product of two integers plus a rounded one, with a sign.
struct SeluIntegerGradient {
  static constexpr int kInputs = 2, kOutputs = 1, kBuffers = 21;
  static constexpr float kPositive[kConstantParts] = {0x1.9f4p-5f, 0x1.7acp-17f, 0x1.522p-29f,
                                                      0x1.322p-44f, 0x1.bfp-57f};
  static constexpr float kMiddle[kConstantParts] = {0x1.842p-1f, 0x1.662p-15f, 0x1.206p-27f,
                                                    0x1.818p-39f, 0x1.104p-52f};
  static constexpr float kNegative[kConstantParts] = {0x1.ef6p-3f, 0x1.338p-16f, 0x1.bfp-28f,
                                                      0x1.f9cp-41f, 0x1.df4p-53f};

  static __aicore__ inline void Compute(const Tile<SeluIntegerGradient>& tile) {
    const int32_t n = tile.n;
    const auto integers = [&](int i) { return tile.buffer[i].template ReinterpretCast<int32_t>(); };
    const Integers g = tile.in[0].template ReinterpretCast<int32_t>(),
                   y = tile.in[1].template ReinterpretCast<int32_t>();
    const Integers out = tile.out[0].template ReinterpretCast<int32_t>();
    const Integers positive = integers(0), negative = integers(1), sign = integers(2),
                   scratch = integers(3);
    const Integers g_piece[kPieces] = {integers(4), integers(5), integers(6)},
                   m_piece[kPieces] = {integers(7), integers(8), integers(9)};
    const FixedSum sum = {integers(10), integers(11)};
    const Floats &a = tile.buffer[12], &b = tile.buffer[13], &saturated = tile.buffer[14];
    const Floats &positives = tile.buffer[15], &negatives = tile.buffer[16],
                 &constant = tile.buffer[17];
    const Integers middle = integers(18), low = integers(19), high = integers(20);
    const Floats integer_scratch = tile.buffer[3];

    // -1 where y > 0, and where y < -1.
    Duplicate(scratch, -1, n);
    Max(positive, y, scratch, n);
    Muls(positive, positive, -1, n);
    ShiftRight(positive, positive, 31, n);
    Duplicate(scratch, 0, n);
    Min(y, y, scratch, n);
    Adds(y, y, 1, n);
    ShiftRight(negative, y, 31, n);
    // The integer part of the derivative's magnitude, into y; and what is surely too large.
    Muls(sign, negative, 2, n);
    Adds(sign, sign, 1, n);
    Mul(y, y, sign, n);
    Add(y, y, negative, n);
    Cast(a, g, RoundMode::CAST_RINT, n);
    Abs(a, a, n);
    Cast(b, y, RoundMode::CAST_RINT, n);
    Mul(a, a, b, n);
    AboveMask(saturated, a, 0x1p32f, n);
    // Sign and magnitude of the gradient.
    ShiftRight(scratch, g, 31, n);
    Muls(scratch, scratch, 2, n);
    Adds(scratch, scratch, 1, n);
    Mul(g, g, scratch, n);
    Mul(sign, sign, scratch, n);

    // The integers' product, in units of 2^20 and what is below. What does not fit is saturated.
    TakeApart(g_piece, g, n);
    TakeApart(m_piece, y, n);
    Mul(middle, g_piece[2], m_piece[1], n);
    Mul(scratch, g_piece[1], m_piece[2], n);
    Add(middle, middle, scratch, n);
    Mul(low, g_piece[2], m_piece[2], n);
    Mul(high, g_piece[2], m_piece[0], n);
    Mul(scratch, g_piece[1], m_piece[1], n);
    Add(high, high, scratch, n);
    Mul(scratch, g_piece[0], m_piece[2], n);
    Add(high, high, scratch, n);
    Mul(scratch, g_piece[1], m_piece[0], n);
    Mul(out, g_piece[0], m_piece[1], n);
    Add(scratch, scratch, out, n);
    ShiftLeft(scratch, scratch, 10, n);
    Add(high, high, scratch, n);
    Carry(high, middle, 10, scratch, n);
    ShiftLeft(middle, middle, 10, n);
    Add(low, low, middle, n);

    // The fraction's part.
    Cast(positives, positive, RoundMode::CAST_RINT, n);
    Cast(negatives, negative, RoundMode::CAST_RINT, n);
    for (int i = 0; i < kPieces; ++i)
      Cast(m_piece[i].ReinterpretCast<float>(), g_piece[i], RoundMode::CAST_RINT, n);
    sum.Clear(n);
    for (int k = 0; k < kConstantParts; ++k) {
      // Exact: the three numbers have 12 digits each, at nearly the same place.
      Muls(constant, positives, kMiddle[k] - kPositive[k], n);
      Muls(a, negatives, kMiddle[k] - kNegative[k], n);
      Add(constant, constant, a, n);
      Adds(constant, constant, kMiddle[k], n);
      for (int i = 0; i < kPieces; ++i) {
        if (k >= kPartsForPiece[i]) continue;
        Mul(a, m_piece[i].ReinterpretCast<float>(), constant, n);
        Muls(a, a, kPieceUnits[i], n);
        sum.Add(a, b, scratch, n);
      }
    }
    sum.Round(n);
    Carry(high, sum.whole, 20, scratch, n);
    Add(low, low, sum.whole, n);
    Carry(high, low, 20, scratch, n);

    // 2^31 is 2048 units of 2^20.
    Muls(scratch, high, -1, n);
    Adds(scratch, scratch, 2047, n);
    NegativeMask(integer_scratch, integer_scratch, n);
    OrBits(saturated, saturated, integer_scratch, n);
    ShiftLeft(high, high, 20, n);
    Add(high, high, low, n);
    Duplicate(scratch, 0x7fffffff, n);
    Merge(tile.out[0], saturated, integer_scratch, high.template ReinterpretCast<float>(), n);
    // With its sign; saturated and negative is one less.
    Mul(out, out, sign, n);
    ShiftRight(sign, sign, 31, n);
    AndBits(saturated, saturated, sign.template ReinterpretCast<float>(), n);
    Add(out, out, saturated.template ReinterpretCast<int32_t>(), n);
  }

 private:
  // Moves what `low` has above so many bits to `high`.
  static __aicore__ inline void Carry(const Integers& high, const Integers& low, int32_t bits,
                                      const Integers& scratch, int32_t n) {
    ShiftRight(scratch, low, bits, n);
    Add(high, high, scratch, n);
    ShiftLeft(scratch, scratch, bits, n);
    Sub(low, low, scratch, n);
  }
};

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_MATH_SELU_DEVICE_H_
