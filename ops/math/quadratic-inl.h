// Gradients that are a quadratic function of a result, as accurate as one rounding.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_QUADRATIC_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_QUADRATIC_INL_H_
#undef OPENACLNN_OPS_MATH_QUADRATIC_INL_H_
#else
#define OPENACLNN_OPS_MATH_QUADRATIC_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/math/fma-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// a - b = high + low (Knuth).
template <class V>
HWY_INLINE void ExactDifference(V a, V b, V& high, V& low) {
  high = hn::Sub(a, b);
  const V part = hn::Sub(high, a);
  low = hn::Sub(hn::Sub(a, hn::Sub(high, part)), hn::Add(b, part));
}

// grad f(y) in double: 0.5001 ULP for normal results, 1 for subnormal ones. quadratic(one, y, high,
// low) sets high + low to f(y). Where |y| is large it gets 0 for the one, and a smaller y, so that
// nothing overflows if the gradient is tiny: f(y) must then be +-y^2.
template <class D, class Quadratic, class V = hn::Vec<D>>
HWY_INLINE V TimesQuadratic(D d, V grad, V y, const Quadratic& quadratic) {
  const V scale = hn::Set(d, 0x1p512);
  const auto is_large = hn::Gt(hn::Abs(y), scale);
  y = hn::MaskedMulOr(y, is_large, y, hn::Set(d, 0x1p-512));
  grad = hn::MaskedMulOr(grad, is_large, grad, scale);
  V high, low;
  quadratic(hn::IfThenZeroElse(is_large, hn::Set(d, 1.0)), y, high, low);
  const V rest = hn::Mul(grad, low);
  // Infinities have no rest, and a rest of zero must not decide the sign of a zero.
  const auto has_rest = hn::And(hn::IsFinite(rest), hn::Ne(rest, hn::Zero(d)));
  const V value = hn::IfThenElse(has_rest, FusedMulAdd(d, grad, high, rest), hn::Mul(grad, high));
  return hn::MaskedMulOr(value, is_large, value, scale);
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
