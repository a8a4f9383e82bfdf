// Logarithms in float32: within 1.52 ULP for float32 results (all 2^32 inputs). The same bits on
// every target.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_LOG_LOG_FAST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_LOG_LOG_FAST_INL_H_
#undef OPENACLNN_OPS_MATH_LOG_LOG_FAST_INL_H_
#else
#define OPENACLNN_OPS_MATH_LOG_LOG_FAST_INL_H_
#endif

#include <cstdint>
#include <limits>
#include <type_traits>

#include "hwy/highway.h"
#include "ops/math/float_polynomial-inl.h"
#include "ops/math/fma-inl.h"
#include "ops/math/log/log-inl.h"
#include "ops/math/log/tables.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Where LogFast() is right: positive normal numbers, and negative ones.
template <class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> LogInRange(D d, V x) {
  const hn::RebindToUnsigned<D> du;
  constexpr uint32_t kMin = 0x00800000, kInfinity = 0x7f800000;
  const auto normal =
      hn::Lt(hn::Sub(hn::BitCast(du, x), hn::Set(du, kMin)), hn::Set(du, kInfinity - kMin));
  return hn::Or(hn::RebindMask(d, normal), hn::Lt(x, hn::Zero(d)));
}

// Where Log1pFast() is right: below 2^100, but for -1.
template <class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> Log1pInRange(D d, V x) {
  return hn::And(hn::Ne(x, hn::Set(d, -1.0f)), hn::Lt(x, hn::Set(d, 0x1p100f)));
}

// The logarithm of 2^k (1 + f).
template <class Base, class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE V LogOfParts(D d, V k, V f) {
  V polynomial;
  if constexpr (Stored::kMantissaBits < 24) {
    polynomial = FloatPolynomial(d, kLogSixteenBit, f);
  } else {
    polynomial = FloatPolynomial(d, kLogFloat32, f);
  }
  V rest = hn::Mul(hn::Mul(f, f), FusedMulAdd(d, f, polynomial, hn::Set(d, -0.5f)));
  if constexpr (std::is_same_v<Base, BaseE>) {
    rest = hn::Add(f, FusedMulAdd(d, k, hn::Set(d, Base::kFloatOfTwoLow), rest));
  } else {
    const V factor = hn::Set(d, Base::kFloatFactor);
    rest = FusedMulAdd(d, rest, factor, hn::Mul(f, hn::Set(d, Base::kFloatFactorLow)));
    rest = FusedMulAdd(d, f, factor, FusedMulAdd(d, k, hn::Set(d, Base::kFloatOfTwoLow), rest));
  }
  return FusedMulAdd(d, k, hn::Set(d, Base::kFloatOfTwo), rest);
}

// A NaN without digits in its lower half, as NoTies wants it.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V NaNIfNegative(D d, V x, V logarithm) {
  const V nan = hn::Set(d, std::numeric_limits<float>::quiet_NaN());
  return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), nan, logarithm);
}

template <class Base, class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE V LogFast(D d, V x) {
  hn::Vec<hn::RebindToSigned<D>> exponent;
  const V m = SplitExponent(d, x, exponent);
  return NaNIfNegative(
      d, x, LogOfParts<Base, Stored>(d, hn::ConvertTo(d, exponent), hn::Sub(m, hn::Set(d, 1.0f))));
}

template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE V Log1pFast(D d, V x) {
  const hn::RebindToSigned<D> di;
  const V one = hn::Set(d, 1.0f);
  const V sum = hn::Add(x, one);
  const V lost = hn::Sub(x, hn::Sub(sum, one));
  hn::Vec<decltype(di)> exponent;
  const V m = SplitExponent(d, sum, exponent);
  const V scale = hn::BitCast(d, hn::ShiftLeft<23>(hn::Sub(hn::Set(di, 127), exponent)));
  const V f = FusedMulAdd(d, lost, scale, hn::Sub(m, one));
  // Where k is 0 f is x, a zero with its sign too.
  const V exact_f = hn::IfThenElse(hn::RebindMask(d, hn::Eq(exponent, hn::Zero(di))), x, f);
  return NaNIfNegative(d, sum, LogOfParts<BaseE, Stored>(d, hn::ConvertTo(d, exponent), exact_f));
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
