// Hyperbolic tangent, and its gradient from its result. The same bits on every target.
//
//   x       tanh(x)
//   +-inf   +-1
//   +-0     +-0
//   NaN     NaN

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_TANH_TANH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_TANH_TANH_INL_H_
#undef OPENACLNN_OPS_MATH_TANH_TANH_INL_H_
#else
#define OPENACLNN_OPS_MATH_TANH_TANH_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/math/coefficients.h"
#include "ops/math/exp-inl.h"
#include "ops/math/fma-inl.h"
#include "ops/math/piecewise-inl.h"
#include "ops/math/quadratic-inl.h"
#include "ops/math/tanh/tables.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Both forms are -w / (2 + w) for w = e^(-2 |x|) - 1, with the sign of x. The results of float32
// and narrower inputs are right before they are rounded to such a type; no float64 tensor has a
// tanh.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Tanh(D d, V x) {
  const V t = hn::Min(hn::Abs(x), hn::Set(d, 20.0));  // from there on it is 1
  const V w = Expm1NonPositive(d, hn::Mul(t, hn::Set(d, -2.0)));
  const V value = hn::Div(hn::Neg(w), hn::Add(w, hn::Set(d, 2.0)));
  return hn::IfThenElse(hn::IsNaN(x), x, hn::CopySign(value, x));
}

// In float32: at most 1.03 ULP for float32 results (all 2^32 inputs).
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE V TanhFast(D d, V x) {
  const V t = hn::Min(hn::Abs(x), hn::Set(d, kTanhTableEnd));
  const V counted = FusedMulAdd(d, t, hn::Set(d, kTanhTableScale), hn::Set(d, 0x1.8p23f));
  V value;
  if constexpr (Stored::kMantissaBits == 24) {
    value = Piecewise(d, kTanhFloat32, t, counted);
  } else {
    value = Piecewise(d, kTanhSixteenBit, t, counted);
  }
  return hn::IfThenElse(hn::IsNaN(x), x, hn::CopySign(value, x));
}

// grad (1 - y^2) in double.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V TanhBackward(D d, V grad, V y) {
  return TimesQuadratic(d, grad, y, [d](V one, V of, V& high, V& low) HWY_ATTR {
    const V square = hn::Mul(of, of);
    ExactDifference(one, square, high, low);
    low = hn::Sub(low, FusedMulSub(d, of, of, square));
  });
}

// The same in float32: at most 1.5 ULP. Returns where it is right: where y^2 does not overflow.
template <class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> TanhBackwardFast(D d, V grad, V y, V& out) {
  out = hn::Mul(grad, FusedNegMulAdd(d, y, y, hn::Set(d, 1.0f)));
  return hn::Lt(hn::Abs(y), hn::Set(d, 0x1p63f));
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
