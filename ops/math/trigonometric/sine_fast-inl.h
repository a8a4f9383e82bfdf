// Sine and cosine in float32: at most 1.28 ULP for float32 results (all 2^32 inputs). The same bits
// on every target.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_TRIGONOMETRIC_SINE_FAST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_TRIGONOMETRIC_SINE_FAST_INL_H_
#undef OPENACLNN_OPS_MATH_TRIGONOMETRIC_SINE_FAST_INL_H_
#else
#define OPENACLNN_OPS_MATH_TRIGONOMETRIC_SINE_FAST_INL_H_
#endif

#include <cstdint>

#include "hwy/highway.h"
#include "ops/math/float_polynomial-inl.h"
#include "ops/math/fma-inl.h"
#include "ops/math/trigonometric/tables.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Where the functions below are right: multiples of the parts of pi / 2 are then accurate enough.
// False for NaN.
template <class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> SineInRange(D d, V x) {
  return hn::Lt(hn::Abs(x), hn::Set(d, 0x1p17f));
}

template <bool kCosine, class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE V SineOrCosineFast(D d, V x) {
  constexpr bool kSixteenBit = Stored::kMantissaBits < 24;
  const hn::RebindToSigned<D> di;
  const V t = hn::Abs(x), one = hn::Set(d, 1.0f), magic = hn::Set(d, 0x1.8p23f);
  const V shifted = FusedMulAdd(d, t, hn::Set(d, static_cast<float>(kTwoOverPiDouble)), magic);
  const V k = hn::Sub(shifted, magic);
  // Exact, for it cancels.
  const V rest = FusedNegMulAdd(d, k, hn::Set(d, kHalfPiFloat[0]), t);
  const V part = hn::Set(d, kHalfPiFloat[1]), product = hn::Mul(k, part);
  const V r = hn::Sub(rest, product);
  const V z = hn::Mul(r, r);
  V sine, cosine;
  if constexpr (kSixteenBit) {
    sine = FusedMulAdd(d, hn::Mul(z, r), FloatPolynomial(d, kSineSixteenBit, z), r);
    cosine = FusedMulAdd(d, hn::Mul(z, z), FloatPolynomial(d, kCosineSixteenBit, z),
                         FusedNegMulAdd(d, hn::Set(d, 0.5f), z, one));
  } else {
    // What the difference and the product lost. Where the latter is larger than `rest`, that is not
    // exact, but r is small.
    V low = hn::Sub(hn::Sub(hn::Sub(rest, r), product), FusedMulSub(d, k, part, product));
    low = FusedNegMulAdd(d, k, hn::Set(d, kHalfPiFloat[2]), low);
    sine = hn::Add(r, FusedMulAdd(d, hn::Mul(z, r), FloatPolynomial(d, kSineFloat, z), low));
    const V near = FusedNegMulAdd(d, hn::Set(d, 0.5f), z, one);
    cosine = hn::Add(near, FusedMulAdd(d, hn::Mul(z, z), FloatPolynomial(d, kCosineFloat, z),
                                       hn::Neg(hn::Mul(r, low))));
  }

  auto quadrant = hn::BitCast(di, shifted);
  if (kCosine) quadrant = hn::Add(quadrant, hn::Set(di, 1));
  // The last bit as a sign.
  const V odd = hn::BitCast(d, hn::ShiftLeft<31>(quadrant));
  const V sign = hn::BitCast(d, hn::ShiftLeft<30>(hn::And(quadrant, hn::Set(di, 2))));
  const V value = hn::Xor(hn::IfNegativeThenElse(odd, cosine, sine), sign);
  return kCosine ? value : hn::Xor(value, hn::Xor(x, t));
}

template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE V SineFast(D d, V x) {
  return SineOrCosineFast<false, Stored>(d, x);
}
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE V CosineFast(D d, V x) {
  return SineOrCosineFast<true, Stored>(d, x);
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
