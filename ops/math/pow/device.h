// x^y on tiles of float32: 2^(y log2|x|), with the logarithm and its product as sums of two float32
// numbers.
#ifndef OPENACLNN_OPS_MATH_POW_DEVICE_H_
#define OPENACLNN_OPS_MATH_POW_DEVICE_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/exact.h"
#include "ops/math/pow/device_tables.h"

namespace openaclnn::device {

// The sum is rounded to an integer, which stands in its last bits.
inline constexpr float kToInteger = 0x1.8p23f;

// Set where the bits of x, or its magnitude, are not all 0. mask may be x.
__aicore__ inline void NotZeroMask(const Floats& mask, const Floats& x, int32_t n) {
  Abs(mask, x, n);
  Muls(mask.ReinterpretCast<int32_t>(), mask.ReinterpretCast<int32_t>(), -1, n);
  NegativeMask(mask, mask, n);
}

// Clears the bits of dst that are set in the mask, and sets those of `bits` there. scratch and the
// mask are used up.
__aicore__ inline void SetBits(const Floats& dst, const Floats& mask, float bits,
                               const Floats& scratch, int32_t n) {
  Duplicate(scratch, bits, n);
  AndBits(scratch, scratch, mask, n);
  NotBits(mask, mask, n);
  AndBits(dst, dst, mask, n);
  OrBits(dst, dst, scratch, n);
}

struct Power {
  static constexpr int kBuffers = 8;
  Floats b0, b1, b2, b3, b4, b5, b6, b7;

  __aicore__ explicit inline Power(const Floats* b)
      : b0(b[0]), b1(b[1]), b2(b[2]), b3(b[3]), b4(b[4]), b5(b[5]), b6(b[6]), b7(b[7]) {}

  // All tensors differ.
  __aicore__ inline void Compute(const Floats& out, const Floats& x, const Floats& y,
                                 int32_t n) const {
    Log2(x, out, n);
    TimesExponent(y, n);
    Exp2(out, n);
    Specials(out, x, y, n);
  }

 private:
  static __aicore__ inline LocalTensor<int32_t> Bits(const Floats& x) {
    return x.ReinterpretCast<int32_t>();
  }

  // b3 + b4 = log2|x|, with an error of 2^-33, because y multiplies it to as much as 150. An
  // infinity in b3 where x is 0 or infinite. `scratch` and all buffers are used up.
  //
  // |x| = 2^e m with m from 1 to 2, c is the quarter next to m and s = (m - c) / (m + c): log2|x| =
  // e + log2(c) + 2 / ln(2) (s + s^3 / 3 + s^5 / 5 + s^7 / 7). Both m - c and e + the first part of
  // log2(c) are exact, and near 1, where the sum would cancel, e + log2(c) is 0.
  __aicore__ inline void Log2(const Floats& x, const Floats& scratch, int32_t n) const {
    const Floats &m = b0, &a = b1, &c = b2, &high = b3, &low = b4, &s = b5, &b = b6, &e = b7,
                 &lost = scratch;
    Abs(m, x, n);
    // Subnormal numbers times 2^24, for which -24 is in a.
    Adds(Bits(a), Bits(m), -0x00800000, n);
    NegativeMask(a, a, n);
    Muls(b, m, 0x1p24f, n);
    Merge(m, a, b, m, n);
    Muls(Bits(a), Bits(a), 24, n);
    ShiftRight(Bits(e), Bits(m), 23, n);
    ShiftLeft(Bits(b), Bits(e), 23, n);
    Sub(Bits(m), Bits(m), Bits(b), n);
    Adds(Bits(m), Bits(m), 0x3f800000, n);
    Add(Bits(a), Bits(a), Bits(e), n);
    Cast(e, Bits(a), RoundMode::CAST_RINT, n);
    Adds(e, e, -127.0f, n);
    Adds(Bits(c), Bits(m), 0x00100000, n);
    ShiftRight(Bits(c), Bits(c), 21, n);
    ShiftLeft(Bits(c), Bits(c), 21, n);

    // With g = 4 (c - 1), from 0 to 4, log2(c) is g / 4 and g (g - 4) times polynomials through
    // what is between.
    const Floats &g = a, &factor = b;
    Adds(g, c, -1.0f, n);
    Muls(g, g, 4.0f, n);
    Adds(factor, g, -4.0f, n);
    Mul(factor, factor, g, n);
    const auto quadratic = [&](const Floats& value, const float (&coefficients)[3]) {
      Muls(value, g, coefficients[2], n);
      Adds(value, value, coefficients[1], n);
      Mul(value, value, g, n);
      Adds(value, value, coefficients[0], n);
      Mul(value, value, factor, n);
    };
    quadratic(high, kPowQuarters);
    quadratic(low, kPowQuartersLow);
    Axpy(high, g, 0.25f, n);
    Add(high, high, e, n);

    // s, and in m what the division lost, by its remainder.
    Add(b, m, c, n);
    Sub(lost, b, c, n);
    Sub(lost, m, lost, n);
    Sub(m, m, c, n);
    Div(s, m, b, n);
    UpperDigits(a, s, n);
    UpperDigits(c, b, n);
    Mul(e, a, c, n);
    Sub(m, m, e, n);
    Sub(c, b, c, n);
    Mul(e, a, c, n);
    Sub(m, m, e, n);
    Sub(a, s, a, n);
    Mul(e, a, b, n);
    Sub(m, m, e, n);
    Mul(e, s, lost, n);
    Sub(m, m, e, n);
    Div(m, m, b, n);

    TimesNumber(c, lost, s, kPowSeries[0], a, b, n);
    Axpy(lost, s, kPowSeriesLow, n);
    Axpy(lost, m, kPowSeries[0], n);
    Mul(a, s, s, n);
    Muls(b, a, kPowSeries[3], n);
    Adds(b, b, kPowSeries[2], n);
    Mul(b, b, a, n);
    Adds(b, b, kPowSeries[1], n);
    Mul(b, b, a, n);
    Mul(b, b, s, n);
    Add(lost, lost, b, n);
    Add(low, low, lost, n);
    // `high` is 0 or greater than c, and `low` is small.
    Add(a, high, c, n);
    Sub(high, high, a, n);
    Add(high, high, c, n);
    Add(low, low, high, n);
    Add(high, a, low, n);
    Sub(a, a, high, n);
    Add(low, a, low, n);

    NotZeroMask(a, x, n);
    NotBits(a, a, n);
    AddInfinity(high, a, -kInfinity, n);
    NotInfiniteMask(a, x, b, n);
    NotBits(a, a, n);
    AddInfinity(high, a, kInfinity, n);
  }
  static constexpr float kInfinity = __builtin_inff();
  __aicore__ inline void AddInfinity(const Floats& sum, const Floats& mask, float infinity,
                                     int32_t n) const {
    Duplicate(b2, infinity, n);
    AndBits(mask, mask, b2, n);
    Add(sum, sum, mask, n);
  }

  // b2 + b6 = y (b3 + b4), between the limits where the power is 0 and infinite. Reads b3 and b4,
  // and uses up all others.
  __aicore__ inline void TimesExponent(const Floats& y, int32_t n) const {
    const Floats &factor = b0, &product = b2, &rest = b6;
    // No logarithm but 0 is less than 2^-24: beyond this bound all powers are alike.
    Between(factor, y, 0x1p40f, n);
    Mul(product, factor, b3, n);
    UpperDigits(b1, factor, n);
    UpperDigits(b5, b3, n);
    Mul(rest, b1, b5, n);
    Sub(rest, rest, product, n);
    Sub(b7, b3, b5, n);
    Mul(b7, b7, b1, n);
    Add(rest, rest, b7, n);
    Sub(b7, factor, b1, n);
    Mul(b7, b7, b3, n);
    Add(rest, rest, b7, n);
    Mul(b7, factor, b4, n);
    Add(rest, rest, b7, n);
    constexpr float kLimit = 160.0f;
    Abs(b7, product, n);
    BelowMask(b7, b7, kLimit, n);
    AndBits(rest, rest, b7, n);
    Between(product, product, kLimit, n);
  }
  // dst = x, but at most `limit` from 0.
  __aicore__ inline void Between(const Floats& dst, const Floats& x, float limit, int32_t n) const {
    Duplicate(b1, limit, n);
    Min(dst, x, b1, n);
    Duplicate(b1, -limit, n);
    Max(dst, dst, b1, n);
  }

  // out = 2^(b2 + b6), in two steps, of which only the second may underflow.
  __aicore__ inline void Exp2(const Floats& out, int32_t n) const {
    Adds(b5, b2, kToInteger, n);
    Adds(b1, b5, -kToInteger, n);
    Sub(b1, b2, b1, n);
    Add(b1, b1, b6, n);
    Muls(b1, b1, 0x1.62e43p-1f, n);
    Exp(out, b1, n);
    Adds(Bits(b5), Bits(b5), -static_cast<int32_t>(BitsOf(kToInteger)), n);
    ShiftRight(Bits(b6), Bits(b5), 1, n);
    Sub(Bits(b5), Bits(b5), Bits(b6), n);
    for (const Floats& half : {b6, b5}) {
      Adds(Bits(half), Bits(half), 127, n);
      ShiftLeft(Bits(half), Bits(half), 23, n);
      Mul(out, out, half, n);
    }
  }

  // out, which is |x|^y, becomes x^y.
  __aicore__ inline void Specials(const Floats& out, const Floats& x, const Floats& y,
                                  int32_t n) const {
    // From 2^24 on all y are even. Of the integer in b1 the last bit becomes that of the sign.
    Abs(b0, y, n);
    Duplicate(Bits(b1), static_cast<int32_t>(BitsOf(0x1p24f)), n);
    Min(Bits(b0), Bits(b0), Bits(b1), n);
    Cast(Bits(b1), b0, RoundMode::CAST_RINT, n);
    Cast(b2, Bits(b1), RoundMode::CAST_RINT, n);
    ShiftLeft(Bits(b1), Bits(b1), 31, n);
    Sub(b2, b0, b2, n);
    NotZeroMask(b2, b2, n);
    NotBits(b3, b2, n);
    AndBits(b1, b1, b3, n);
    AndBits(b1, b1, x, n);
    OrBits(out, out, b1, n);
    // NaN for negative numbers but 0 and infinity if y is no integer, and for NaN.
    NegativeMask(b3, x, n);
    AndBits(b2, b2, b3, n);
    FiniteMask(b3, x, n);
    AndBits(b2, b2, b3, n);
    NotZeroMask(b3, x, n);
    AndBits(b2, b2, b3, n);
    NaNMask(b3, x, n);
    OrBits(b2, b2, b3, n);
    NaNMask(b3, y, n);
    OrBits(b2, b2, b3, n);
    SetBits(out, b2, __builtin_nanf(""), b3, n);
    // 1 for x = 1 and for y = 0, even with NaN.
    Adds(Bits(b1), Bits(x), -static_cast<int32_t>(BitsOf(1.0f)), n);
    Muls(Bits(b2), Bits(b1), -1, n);
    OrBits(b1, b1, b2, n);
    NegativeMask(b1, b1, n);
    NotZeroMask(b2, y, n);
    AndBits(b1, b1, b2, n);
    NotBits(b1, b1, n);
    SetBits(out, b1, 1.0f, b3, n);
  }
};

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_MATH_POW_DEVICE_H_
