// SiLU and its derivative in float32: within 1.3 ULP for float32 results (all 2^32 inputs), and
// within 2.16 for the derivative times any gradient. The same bits on every target.
//
// Everything is made of p = e / (1 + e) = 1 / (1 + e^t), the logistic function at -t, for t = |x|
// and e = e^-t. For float32 results p is the sum of two numbers, so that only the last steps round.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_SILU_SILU_FAST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_SILU_SILU_FAST_INL_H_
#undef OPENACLNN_OPS_MATH_SILU_SILU_FAST_INL_H_
#else
#define OPENACLNN_OPS_MATH_SILU_SILU_FAST_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/math/float_polynomial-inl.h"
#include "ops/math/fma-inl.h"
#include "ops/math/in_range-inl.h"
#include "ops/math/logistic-inl.h"
#include "ops/math/silu/tables.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Where SiluFast() and SiluDerivativeFast() are right: not where e, or a rounding error, would be
// subnormal. False for NaN.
template <class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> SiluInRange(D d, V x) {
  return hn::Gt(x, hn::Set(d, -60.0f));
}

// Inlined, an emulated fused multiply-add makes kernels that take minutes to compile.
#undef OPENACLNN_INLINE_SILU
#if HWY_NATIVE_FMA
#define OPENACLNN_INLINE_SILU HWY_INLINE
#else
#define OPENACLNN_INLINE_SILU HWY_NOINLINE
#endif

// 1 / (1 + e^|x|) = p + p_low; p_low is 0 for 16-bit results.
template <class Stored, class D, class V = hn::Vec<D>>
OPENACLNN_INLINE_SILU void SiluLogistic(D d, V x, V& p, V& p_low) {
  Logistic<Stored>(d, hn::Abs(x), p, p_low);
}

// 1 / (1 + e^-x) = share + low of SiluLogistic's p; low is 0 for 16-bit results.
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE void SiluShare(D d, V x, V p, V p_low, V& share, V& low) {
  const V one = hn::Set(d, 1.0f);
  const V complement = hn::Sub(one, p);
  share = hn::IfNegativeThenElse(x, p, complement);
  if constexpr (Stored::kMantissaBits < 24) {
    low = p_low;
  } else {
    const V complement_low = hn::Sub(hn::Sub(hn::Sub(one, complement), p), p_low);
    low = hn::IfNegativeThenElse(x, p_low, complement_low);
  }
}

// x / (1 + e^-x).
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE V SiluFast(D d, V x) {
  V p, p_low, share, low;
  SiluLogistic<Stored>(d, x, p, p_low);
  SiluShare<Stored>(d, x, p, p_low, share, low);
  if constexpr (Stored::kMantissaBits < 24) return hn::Mul(x, share);
  // An infinite x meets no zero.
  return FusedMulAdd(d, x, share, hn::Mul(hn::Min(x, hn::Set(d, 80.0f)), low));
}

// s (1 + x (1 - s)), s = 1 / (1 + e^-x): g(-t) = p (1 - t + t p), and g(t) = 1 - g(-t). It is value
// + low of SiluLogistic's p; low is 0 for 16-bit results.
template <class Stored, class D, class V = hn::Vec<D>>
OPENACLNN_INLINE_SILU void SiluDerivativeParts(D d, V x, V p, V p_low, V& value, V& low) {
  const V t = hn::Min(hn::Abs(x), hn::Set(d, 80.0f));
  const V one = hn::Set(d, 1.0f);
  const V complement = hn::Sub(one, t);
  // The sum of 1 - t and t p, and its error; which of them is larger depends on t (Knuth).
  const V product = hn::Mul(t, p), product_low = FusedMulSub(d, t, p, product);
  const V factor = hn::Add(complement, product), product_part = hn::Sub(factor, complement);
  const V sum_low =
      hn::Add(hn::Sub(complement, hn::Sub(factor, product_part)), hn::Sub(product, product_part));
  // The factor cancels at its root. There the function is c0 u + u^2 (c1 + ...), with c0 and u as
  // sums of two numbers, of which the first of u is exact.
  const V high = hn::Sub(hn::Neg(t), hn::Set(d, kSiluRootHigh));
  const V u = hn::Sub(high, hn::Set(d, kSiluRootLow));
  const V slope =
      FusedMulAdd(d, u, FloatPolynomial(d, kSiluNearRoot, u), hn::Set(d, kSiluNearRoot0Low));
  const V rest = FusedMulAdd(d, u, slope, hn::Set(d, -kSiluRootLow * kSiluNearRoot0));
  const V near = FusedMulAdd(d, high, hn::Set(d, kSiluNearRoot0), rest);
  const auto is_near = hn::Lt(hn::Abs(u), hn::Set(d, kSiluNearRootRadius));
  const V at_minus_t = hn::IfThenElse(is_near, near, hn::Mul(p, factor));
  const V at_t = hn::Sub(one, at_minus_t);
  value = hn::IfNegativeThenElse(x, at_minus_t, at_t);
  if constexpr (Stored::kMantissaBits < 24) {
    low = hn::Zero(d);
  } else {
    // What the roundings took from 1 - t, the factor, the product, and 1 - g(-t).
    const V complement_low = hn::Sub(hn::Sub(one, complement), t);
    const V factor_low =
        FusedMulAdd(d, t, p_low, hn::Add(hn::Add(product_low, sum_low), complement_low));
    const V far_low = FusedMulAdd(
        d, p, factor_low, FusedMulAdd(d, p_low, factor, FusedMulSub(d, p, factor, at_minus_t)));
    const V at_minus_t_low = hn::IfThenZeroElse(is_near, far_low);
    const V at_t_low = hn::Sub(hn::Sub(hn::Sub(one, at_t), at_minus_t), at_minus_t_low);
    low = hn::IfNegativeThenElse(x, at_minus_t_low, at_t_low);
  }
}

template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE V SiluDerivativeFast(D d, V x) {
  V p, p_low, value, low;
  SiluLogistic<Stored>(d, x, p, p_low);
  SiluDerivativeParts<Stored>(d, x, p, p_low, value, low);
  if constexpr (Stored::kMantissaBits < 24) return value;
  return hn::Add(value, low);
}

// a * b * (share + low), as if no part were rounded; 16-bit results, which need less, leave `low`
// out. Sets `right` to the lanes where neither a * b overflowed, though the result may be finite,
// nor its rounding error was lost in subnormal numbers. |share| < 2.
template <class Stored, class D, class V = hn::Vec<D>>
OPENACLNN_INLINE_SILU V TimesSum(D d, V a, V b, V share, V low, hn::Mask<D>& right) {
  const V product = hn::Mul(a, b);
  if constexpr (Stored::kMantissaBits < 24) {
    right = hn::Lt(hn::Abs(product), hn::Set(d, 0x1p126f));
    return hn::Mul(product, share);
  } else {
    right = ZeroOrInRange(d, product);
    const V rest = FusedMulSub(d, a, b, product);
    return FusedMulAdd(d, product, share, FusedMulAdd(d, product, low, hn::Mul(rest, share)));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
