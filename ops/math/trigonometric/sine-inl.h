// Sine and cosine over double lanes: at most 0.8 ULP for all doubles.
//
//   x       Sine    Cosine
//   +-inf   NaN     NaN
//   +-0     +-0     1
//   NaN     NaN     NaN
//
// |x| = (k + f) pi / 2 with |f| <= 1/2. r = f pi / 2 is the sum of two numbers, and k modulo 4 the
// quadrant.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_TRIGONOMETRIC_SINE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_TRIGONOMETRIC_SINE_INL_H_
#undef OPENACLNN_OPS_MATH_TRIGONOMETRIC_SINE_INL_H_
#else
#define OPENACLNN_OPS_MATH_TRIGONOMETRIC_SINE_INL_H_
#endif

#include <cstdint>

#include "hwy/highway.h"
#include "ops/math/exp-inl.h"
#include "ops/math/fma-inl.h"
#include "ops/math/trigonometric/tables.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// From here on multiples of the parts of pi / 2 are not accurate enough.
inline constexpr double kHugeAngle = 0x1p28;

// The sum, and what its rounding lost (Knuth).
template <class V>
HWY_INLINE V SumAndRest(V a, V b, V& rest) {
  const V sum = hn::Add(a, b), b_part = hn::Sub(sum, a);
  rest = hn::Add(hn::Sub(a, hn::Sub(sum, b_part)), hn::Sub(b, b_part));
  return sum;
}

// r = high + low, for 0 <= t < kHugeAngle. The last two bits of `quadrant` are k.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void ReduceAngle(D d, V t, V& quadrant, V& high, V& low) {
  V k, fraction;
  SplitInteger(d, hn::Mul(t, hn::Set(d, kTwoOverPiDouble)), quadrant, k, fraction);
  // Exact, for it cancels.
  const V rest = FusedNegMulAdd(d, k, hn::Set(d, kHalfPi[0]), t);
  const V product = hn::Mul(k, hn::Set(d, kHalfPi[1]));
  const V product_low = FusedMulSub(d, k, hn::Set(d, kHalfPi[1]), product);
  high = SumAndRest(rest, hn::Neg(product), low);
  low = FusedNegMulAdd(d, k, hn::Set(d, kHalfPi[2]), hn::Sub(low, product_low));
}

// The same for t >= kHugeAngle (Payne and Hanek 1983): t = n 2^(16 j - 32) with an integer n, whose
// product with the four parts of 2^(16 j - 32) 2 / pi modulo 4 is exact but for the last term. No
// double is so close to a multiple of pi / 2 that the sum has less than 70 digits.
template <class D, class V = hn::Vec<D>>
HWY_NOINLINE void ReduceHugeAngle(D d, V t, V& quadrant, V& high, V& low) {
  const hn::RebindToSigned<D> di;
  const auto exponent = hn::ShiftRight<52>(hn::BitCast(di, t));
  // Other lanes have some row, too.
  const auto row =
      hn::Max(hn::ShiftRight<4>(hn::Sub(exponent, hn::Set(di, 1023 + 20))), hn::Zero(di));
  const auto scale = hn::ShiftLeft<52>(hn::Sub(hn::Set(di, 1023 + 32), hn::ShiftLeft<4>(row)));
  const V n = hn::Mul(t, hn::BitCast(d, scale));
  const auto times_part = [&](int part, V& product_low) HWY_ATTR {
    const V factor = hn::GatherIndex(d, kTwoOverPi[part], row), product = hn::Mul(n, factor);
    product_low = FusedMulSub(d, n, factor, product);
    return product;
  };
  V low0, low1, low2, low3;
  V product0 = times_part(0, low0);
  const V product1 = times_part(1, low1), product2 = times_part(2, low2),
          product3 = times_part(3, low3);
  product0 =
      hn::Sub(product0, hn::Mul(hn::Set(d, 4.0), hn::Round(hn::Mul(product0, hn::Set(d, 0.25)))));
  // The sum in the order of magnitude: of the first three below 2^20, of the next two below 2^-32.
  V lost0, lost1, lost2, lost3, lost4;
  const V whole = SumAndRest(SumAndRest(product0, low0, lost0), product1, lost1);
  V k, k_fraction;
  SplitInteger(d, whole, quadrant, k, k_fraction);
  const V small =
      SumAndRest(SumAndRest(SumAndRest(low1, product2, lost2), lost0, lost3), lost1, lost4);
  const V tiny = hn::Add(hn::Add(hn::Add(lost2, lost3), lost4), hn::Add(low2, product3));
  V fraction_low;
  const V fraction = SumAndRest(k_fraction, small, fraction_low);
  fraction_low = hn::Add(fraction_low, tiny);
  high = hn::Mul(fraction, hn::Set(d, kHalfPi[0]));
  low = FusedMulSub(d, fraction, hn::Set(d, kHalfPi[0]), high);
  low = hn::Add(low, FusedMulAdd(d, fraction, hn::Set(d, kHalfPi[1]),
                                 hn::Mul(fraction_low, hn::Set(d, kHalfPi[0]))));
}

template <bool kCosine, class D, class V = hn::Vec<D>>
HWY_INLINE V SineOrCosine(D d, V x) {
  const hn::RebindToSigned<D> di;
  const V t = hn::Abs(x), one = hn::Set(d, 1.0), half = hn::Set(d, 0.5);
  V shifted, r, low;
  ReduceAngle(d, t, shifted, r, low);
  const auto moderate = hn::Lt(t, hn::Set(d, kHugeAngle));
  if (HWY_UNLIKELY(!hn::AllTrue(d, moderate))) {
    V huge_shifted, huge_r, huge_low;
    ReduceHugeAngle(d, t, huge_shifted, huge_r, huge_low);
    shifted = hn::IfThenElse(moderate, shifted, huge_shifted);
    r = hn::IfThenElse(moderate, r, huge_r);
    low = hn::IfThenElse(moderate, low, huge_low);
  }
  const V z = hn::Mul(r, r), half_z = hn::Mul(half, z);
  // sin(r + low), where low (1 - z / 2) is what `low` adds.
  const V sine_rest = FusedMulAdd(d, hn::Mul(z, r), Polynomial(d, kSineDouble, z),
                                  FusedNegMulAdd(d, low, half_z, low));
  const V sine = hn::Add(r, sine_rest);
  // cos(r + low), with what the roundings of z and of 1 - z / 2 took.
  const V near = hn::Sub(one, half_z);
  const V near_low = hn::Sub(hn::Sub(one, near), half_z);
  const V small = FusedMulAdd(d, r, low, hn::Mul(half, FusedMulSub(d, r, r, z)));
  const V cosine =
      hn::Add(near, hn::Add(near_low, FusedMulAdd(d, hn::Mul(z, z), Polynomial(d, kCosineDouble, z),
                                                  hn::Neg(small))));

  auto quadrant = hn::BitCast(di, shifted);
  if (kCosine) quadrant = hn::Add(quadrant, hn::Set(di, 1));
  const auto odd = hn::RebindMask(d, hn::Ne(hn::And(quadrant, hn::Set(di, 1)), hn::Zero(di)));
  const auto sign = hn::BitCast(d, hn::ShiftLeft<62>(hn::And(quadrant, hn::Set(di, 2))));
  const V value = hn::Xor(hn::IfThenElse(odd, cosine, sine), sign);
  return kCosine ? value : hn::Xor(value, hn::Xor(x, t));
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V Sine(D d, V x) {
  return SineOrCosine<false>(d, x);
}
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Cosine(D d, V x) {
  return SineOrCosine<true>(d, x);
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
