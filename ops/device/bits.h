// Selection and tests by the bits of float32 numbers. Compare and Select would do, but they differ
// from chip to chip (the Atlas training series has neither Compares nor Select on whole tensors);
// shifts and logic are the same everywhere.
//
// A mask is a tensor whose elements have all bits set or none.
#ifndef OPENACLNN_OPS_DEVICE_BITS_H_
#define OPENACLNN_OPS_DEVICE_BITS_H_

#include "kernel_operator.h"

namespace openaclnn::device {

using namespace AscendC;
using Floats = LocalTensor<float>;

__aicore__ inline uint32_t BitsOf(float number) {
  uint32_t bits;
  __builtin_memcpy(&bits, &number, sizeof(bits));
  return bits;
}

// Logic exists for 16-bit elements.
__aicore__ inline void AndBits(const Floats& dst, const Floats& a, const Floats& b, int32_t n) {
  And(dst.ReinterpretCast<int16_t>(), a.ReinterpretCast<int16_t>(), b.ReinterpretCast<int16_t>(),
      2 * n);
}
__aicore__ inline void OrBits(const Floats& dst, const Floats& a, const Floats& b, int32_t n) {
  Or(dst.ReinterpretCast<int16_t>(), a.ReinterpretCast<int16_t>(), b.ReinterpretCast<int16_t>(),
     2 * n);
}
__aicore__ inline void NotBits(const Floats& dst, const Floats& a, int32_t n) {
  Not(dst.ReinterpretCast<int16_t>(), a.ReinterpretCast<int16_t>(), 2 * n);
}

// Set where the sign bit of x is.
__aicore__ inline void NegativeMask(const Floats& mask, const Floats& x, int32_t n) {
  ShiftRight(mask.ReinterpretCast<int32_t>(), x.ReinterpretCast<int32_t>(), 31, n);
}

// Set where x > 0 is false: for x <= 0 and NaN.
__aicore__ inline void NotPositiveMask(const Floats& mask, const Floats& x, const Floats& scratch,
                                       int32_t n) {
  // Of the bits without sign only those of +0 become negative by one less, and only those of NaN
  // lie above infinity's.
  Adds(scratch.ReinterpretCast<int32_t>(), x.ReinterpretCast<int32_t>(), -1, n);
  OrBits(scratch, scratch, x, n);
  Muls(mask.ReinterpretCast<int32_t>(), x.ReinterpretCast<int32_t>(), -1, n);
  Adds(mask.ReinterpretCast<int32_t>(), mask.ReinterpretCast<int32_t>(), 0x7f800000, n);
  OrBits(scratch, scratch, mask, n);
  NegativeMask(mask, scratch, n);
}

// Set where x < limit, for x that are not NaN. Neither side may be so small that the difference
// rounds to zero.
__aicore__ inline void BelowMask(const Floats& mask, const Floats& x, float limit, int32_t n) {
  Adds(mask, x, -limit, n);
  NegativeMask(mask, mask, n);
}
__aicore__ inline void AboveMask(const Floats& mask, const Floats& x, float limit, int32_t n) {
  Muls(mask, x, -1.0f, n);
  BelowMask(mask, mask, -limit, n);
}

// Set where x is NaN: what is beyond the bits of infinity.
__aicore__ inline void NaNMask(const Floats& mask, const Floats& x, int32_t n) {
  Abs(mask, x, n);
  Muls(mask.ReinterpretCast<int32_t>(), mask.ReinterpretCast<int32_t>(), -1, n);
  Adds(mask.ReinterpretCast<int32_t>(), mask.ReinterpretCast<int32_t>(), 0x7f800000, n);
  NegativeMask(mask, mask, n);
}

// Set where x is neither infinite nor NaN.
__aicore__ inline void FiniteMask(const Floats& mask, const Floats& x, int32_t n) {
  Abs(mask, x, n);
  Adds(mask.ReinterpretCast<int32_t>(), mask.ReinterpretCast<int32_t>(), -0x7f800000, n);
  NegativeMask(mask, mask, n);
}

// Set where x is finite or NaN, that is where the difference of its magnitude's bits and those of
// infinity is not 0.
__aicore__ inline void NotInfiniteMask(const Floats& mask, const Floats& x, const Floats& scratch,
                                       int32_t n) {
  LocalTensor<int32_t> difference = mask.ReinterpretCast<int32_t>();
  Abs(mask, x, n);
  Adds(difference, difference, -0x7f800000, n);
  Muls(scratch.ReinterpretCast<int32_t>(), difference, -1, n);
  OrBits(mask, mask, scratch, n);
  NegativeMask(mask, mask, n);
}

// dst = mask set ? a : b, as b + (mask and a - b) on the bits. a is used up; dst may be one of
// them.
__aicore__ inline void Merge(const Floats& dst, const Floats& mask, const Floats& a,
                             const Floats& b, int32_t n) {
  LocalTensor<int32_t> difference = a.ReinterpretCast<int32_t>();
  Sub(difference, difference, b.ReinterpretCast<int32_t>(), n);
  AndBits(a, a, mask, n);
  Add(dst.ReinterpretCast<int32_t>(), difference, b.ReinterpretCast<int32_t>(), n);
}

// Swaps a and b where |a| < |b|, so that products in the order of magnitude underflow last. mask
// and difference are scratch.
__aicore__ inline void SortByMagnitude(const Floats& a, const Floats& b, const Floats& mask,
                                       const Floats& difference, int32_t n) {
  const LocalTensor<int32_t> a_bits = a.ReinterpretCast<int32_t>(),
                             b_bits = b.ReinterpretCast<int32_t>();
  const LocalTensor<int32_t> change = difference.ReinterpretCast<int32_t>();
  Abs(mask, a, n);
  Abs(difference, b, n);
  Sub(change, mask.ReinterpretCast<int32_t>(), change, n);
  NegativeMask(mask, difference, n);
  Sub(change, a_bits, b_bits, n);
  AndBits(difference, difference, mask, n);
  Sub(a_bits, a_bits, change, n);
  Add(b_bits, b_bits, change, n);
}

// Clears the lower 12 of the 24 digits, so that products of such numbers are exact.
__aicore__ inline void UpperDigits(const Floats& dst, const Floats& x, int32_t n) {
  ShiftRight(dst.ReinterpretCast<int32_t>(), x.ReinterpretCast<int32_t>(), 12, n);
  ShiftLeft(dst.ReinterpretCast<int32_t>(), dst.ReinterpretCast<int32_t>(), 12, n);
}

// The coefficients of a multiple of a polynomial.
template <int kCount>
struct Coefficients {
  float c[kCount];
};
template <int kCount>
constexpr Coefficients<kCount> Scaled(const float (&c)[kCount], float factor) {
  Coefficients<kCount> scaled = {};
  for (int i = 0; i < kCount; ++i) scaled.c[i] = c[i] * factor;
  return scaled;
}

// dst = c[1] x + c[2] x^2 ..., without c[0], three coefficients at a time (Paterson and Stockmeyer
// 1973): four instructions where Horner's rule takes six, and no worse whether or not Axpy rounds
// its product. x^2 and x^3 go to `square` and `cube`; all tensors differ.
template <int kCount>
__aicore__ inline void PolynomialTerms(const Floats& dst, const Floats& x, const float (&c)[kCount],
                                       const Floats& square, const Floats& cube, int32_t n) {
  static_assert(kCount > 3);
  constexpr int kTop = (kCount - 1) / 3 *
                       3;  // the first of the highest coefficients, of which there are one to three
  Mul(square, x, x, n);
  Mul(cube, square, x, n);
  if constexpr (kCount - kTop == 1) {
    Muls(dst, cube, c[kTop], n);
  } else {
    Muls(dst, x, c[kTop + 1], n);
    if constexpr (kCount - kTop == 3) Axpy(dst, square, c[kTop + 2], n);
    Adds(dst, dst, c[kTop], n);
    Mul(dst, dst, cube, n);
  }
  for (int i = kTop - 3; i >= 0; i -= 3) {
    Axpy(dst, square, c[i + 2], n);
    Axpy(dst, x, c[i + 1], n);
    if (i > 0) {
      Adds(dst, dst, c[i], n);
      Mul(dst, dst, cube, n);
    }
  }
}

// dst = c[0] + c[1] x + c[2] x^2 ...
template <int kCount>
__aicore__ inline void Polynomial(const Floats& dst, const Floats& x, const float (&c)[kCount],
                                  const Floats& square, const Floats& cube, int32_t n) {
  PolynomialTerms(dst, x, c, square, cube, n);
  Adds(dst, dst, c[0], n);
}

// dst = factor (c[0] + c[1] x + c[2] x^2 ...), where the polynomial's largest sum is not rounded
// before the product.
template <int kCount>
__aicore__ inline void PolynomialTimes(const Floats& dst, const Floats& factor, const Floats& x,
                                       const float (&c)[kCount], const Floats& square,
                                       const Floats& cube, int32_t n) {
  PolynomialTerms(dst, x, c, square, cube, n);
  Mul(dst, dst, factor, n);
  Axpy(dst, factor, c[0], n);
}

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_DEVICE_BITS_H_
