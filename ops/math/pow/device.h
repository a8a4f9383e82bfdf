// x^y on tiles of float32: 2^(y log2|x|), with the logarithm and its product as sums of two float32 numbers.
#ifndef OPENACLNN_OPS_MATH_POW_DEVICE_H_
#define OPENACLNN_OPS_MATH_POW_DEVICE_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"
#include "ops/device/exact.h"

namespace openaclnn::device {

// The sum is rounded to an integer, which stands in its last bits.
inline constexpr float kToInteger = 0x1.8p23f;

// Set where the bits of x, or its magnitude, are not all 0. mask may be x.
__aicore__ inline void NotZeroMask(const Floats& mask, const Floats& x, int32_t n) {
  Abs(mask, x, n);
  Muls(mask.ReinterpretCast<int32_t>(), mask.ReinterpretCast<int32_t>(), -1, n);
  NegativeMask(mask, mask, n);
}

// Clears the bits of dst that are set in the mask, and sets those of `bits` there. scratch and the mask are used up.
__aicore__ inline void SetBits(const Floats& dst, const Floats& mask, float bits, const Floats& scratch, int32_t n) {
  Duplicate(scratch, bits, n);
  AndBits(scratch, scratch, mask, n);
  NotBits(mask, mask, n);
  AndBits(dst, dst, mask, n);
  OrBits(dst, dst, scratch, n);
}

struct Power {
  static constexpr int kBuffers = 8;
  Floats b0, b1, b2, b3, b4, b5, b6, b7;

  __aicore__ explicit inline Power(const Floats* b) : b0(b[0]), b1(b[1]), b2(b[2]), b3(b[3]), b4(b[4]), b5(b[5]), b6(b[6]), b7(b[7]) {}

  // All tensors differ.
  __aicore__ inline void Compute(const Floats& out, const Floats& x, const Floats& y, int32_t n) const {
    Log2(x, out, n);
    TimesExponent(y, n);
    Exp2(out, n);
    Specials(out, x, y, n);
  }

 private:
  static __aicore__ inline LocalTensor<int32_t> Bits(const Floats& x) { return x.ReinterpretCast<int32_t>(); }

  // b3 + b4 = log2|x|. An infinity in b3 where x is 0 or infinite. `scratch` and all buffers are used up.
  __aicore__ inline void Log2(const Floats& x, const Floats& scratch, int32_t n) const {
    const Floats &t = b0, &k = b7, &s = b2, &low = b4;
    Abs(t, x, n);
    // Subnormal numbers times 2^24, for which -24 is in b5.
    Adds(Bits(b5), Bits(t), -0x00800000, n);
    NegativeMask(b5, b5, n);
    Muls(b6, t, 0x1p24f, n);
    Merge(t, b5, b6, t, n);
    Muls(Bits(b5), Bits(b5), 24, n);
    // t = 2^k m, where m is from sqrt(1/2) on.
    constexpr int32_t kRootOfHalf = 0x3f3504f3;
    Adds(Bits(b3), Bits(t), -kRootOfHalf, n);
    ShiftRight(Bits(b3), Bits(b3), 23, n);
    const Floats& m = b6;
    ShiftLeft(Bits(m), Bits(b3), 23, n);
    Sub(Bits(m), Bits(t), Bits(m), n);
    Add(Bits(b3), Bits(b3), Bits(b5), n);
    Cast(k, Bits(b3), RoundMode::CAST_RINT, n);

    // s + low = (m - 1) / (m + 1), by the remainder of the division.
    const Floats &f = b5, &g = b3;
    Adds(f, m, -1.0f, n);
    Adds(g, m, 1.0f, n);
    Adds(b1, g, -1.0f, n);
    Sub(low, m, b1, n);
    Div(s, f, g, n);
    UpperDigits(b6, s, n);
    UpperDigits(b1, g, n);
    Mul(scratch, b6, b1, n);
    Sub(f, f, scratch, n);
    Sub(scratch, g, b1, n);
    Mul(scratch, scratch, b6, n);
    Sub(f, f, scratch, n);
    Sub(scratch, s, b6, n);
    Mul(scratch, scratch, g, n);
    Sub(f, f, scratch, n);
    Mul(low, low, s, n);
    Sub(f, f, low, n);
    Div(low, f, g, n);

    // log2(m) = 2 / ln(2) (s + s^3 / 3 + s^5 / 5 ...), of which s^2 is at most 0.03: the next term is 2^-34 of the sum.
    constexpr double kFactor = 2.8853900817779268;
    constexpr float kTerms[] = {static_cast<float>(kFactor / 3), static_cast<float>(kFactor / 5), static_cast<float>(kFactor / 7),
                                static_cast<float>(kFactor / 9), static_cast<float>(kFactor / 11)};
    const Floats& square = b3;
    Mul(square, s, s, n);
    Mul(b5, square, s, n);
    PolynomialTimes(b6, b5, square, kTerms, b1, scratch, n);
    constexpr float kHigh = static_cast<float>(kFactor);
    Muls(low, low, kHigh, n);
    Axpy(low, s, static_cast<float>(kFactor - kHigh), n);
    Add(low, low, b6, n);
    TimesNumber(b3, b1, s, kHigh, b5, b6, n);
    Add(low, low, b1, n);

    // k, which is 0 or the greater one, and the sum.
    Add(b2, k, b3, n);
    Sub(b1, b2, k, n);
    Sub(b1, b3, b1, n);
    Add(low, low, b1, n);
    Add(b3, b2, low, n);
    Sub(b1, b3, b2, n);
    Sub(low, low, b1, n);

    NotZeroMask(b1, t, n);
    NotBits(b1, b1, n);
    AddInfinity(b3, b1, -kInfinity, n);
    NotInfiniteMask(b1, t, b2, n);
    NotBits(b1, b1, n);
    AddInfinity(b3, b1, kInfinity, n);
  }
  static constexpr float kInfinity = __builtin_inff();
  __aicore__ inline void AddInfinity(const Floats& sum, const Floats& mask, float infinity, int32_t n) const {
    Duplicate(b2, infinity, n);
    AndBits(mask, mask, b2, n);
    Add(sum, sum, mask, n);
  }

  // b2 + b6 = y (b3 + b4), between the limits where the power is 0 and infinite. Reads b3 and b4, and uses up all others.
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
  __aicore__ inline void Specials(const Floats& out, const Floats& x, const Floats& y, int32_t n) const {
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
