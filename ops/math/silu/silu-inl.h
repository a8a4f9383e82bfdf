// SiLU, x / (1 + e^-x), and its derivative, over double lanes. Give them float32 inputs widened to
// double, multiply by the gradient in double, and round once.
//
//   x       derivative   forward
//   +inf    1            +inf
//   -inf    -tiny        -tiny    (-0 after rounding; an infinite gradient gives -inf, not NaN)
//   NaN     NaN          NaN

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_SILU_SILU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_SILU_SILU_INL_H_
#undef OPENACLNN_OPS_MATH_SILU_SILU_INL_H_
#else
#define OPENACLNN_OPS_MATH_SILU_SILU_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/math/coefficients.h"
#include "ops/math/exp-inl.h"
#include "ops/math/fma-inl.h"
#include "ops/math/silu/tables.h"
#include "ops/math/tiny-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// What both share: t = |x|, clamped to where even the product of the derivative with the largest
// float32 is zero, and e = e^-t.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void SiluParts(D d, V x, V& t, V& e) {
  t = hn::Min(hn::Abs(x), hn::Set(d, 500.0));
  constexpr double kLog2ERest = 0x1.777d0ffda0d24p-56;  // log2(e) - kLog2E
  const V z = hn::Mul(t, hn::Set(d, -kLog2E));
  V shifted, whole, fraction;
  SplitInteger(d, z, shifted, whole, fraction);
  // t log2(e) as a product with its error, less the whole part.
  const V error = FusedNegMulAdd(d, t, hn::Set(d, kLog2E), hn::Neg(z));
  fraction = hn::Add(fraction, FusedNegMulAdd(d, t, hn::Set(d, kLog2ERest), error));
  e = TimesPowerOfTwo(d, Polynomial(d, kExp2Degree11, fraction), shifted);
}

// x / (1 + e^-x).
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Silu(D d, V x) {
  V t, e;
  SiluParts(d, x, t, e);
  const V numerator = hn::IfNegativeThenElse(x, hn::Neg(hn::Mul(t, e)), x);
  const V value = AboveHalfWhereTiny(d, x, hn::Div(numerator, hn::Add(hn::Set(d, 1.0), e)));
  return hn::IfThenElse(hn::IsNaN(x), x, value);
}

// s (1 + x (1 - s)), s = 1 / (1 + e^-x). It obeys g(x) + g(-x) = 1, and g(-t) = e (1 - t + e) / (1
// + e)^2.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V SiluDerivative(D d, V x) {
  V t, e;
  SiluParts(d, x, t, e);
  const V one = hn::Set(d, 1.0);
  const V inverse = hn::Div(one, hn::Add(one, e));
  const V numerator = hn::Add(hn::Sub(one, t), e);
  const V far = hn::Mul(hn::Mul(e, numerator), hn::Mul(inverse, inverse));
  // The numerator cancels at its root, so that there only the absolute error is small.
  const V u =
      hn::Sub(hn::Sub(hn::Neg(t), hn::Set(d, kSiluRootHighDouble)), hn::Set(d, kSiluRootLowDouble));
  const V near = hn::Mul(u, Polynomial(d, kSiluNearRootDouble, u));
  const V at_minus_t =
      hn::IfThenElse(hn::Lt(hn::Abs(u), hn::Set(d, kSiluNearRootRadiusDouble)), near, far);
  const V value = hn::IfNegativeThenElse(x, at_minus_t, hn::Sub(one, at_minus_t));
  return hn::IfThenElse(hn::IsNaN(x), x, value);
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
