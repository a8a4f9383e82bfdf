// GELU and its derivative, exact (erf) and by tanh, over double lanes.
//
// Give them float32 (or narrower) inputs widened to double, multiply the derivative by the gradient
// in double, and round once: every float32 derivative is then correctly rounded for gradients
// +-2^k, and within 0.5000002 ULP for any gradient. The forwards are correctly rounded but for a
// few inputs; testing/sweep has the numbers. For GeGLU multiply by the other half in double too,
// before rounding.
//
//   x       derivative   forward
//   +inf    1            +inf
//   -inf    -0           -0
//   NaN     NaN          NaN
//
// With -0 an infinite gradient or other half gives NaN; at finite x it gives an infinity.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_GELU_GELU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_GELU_GELU_INL_H_
#undef OPENACLNN_OPS_MATH_GELU_GELU_INL_H_
#else
#define OPENACLNN_OPS_MATH_GELU_GELU_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/math/coefficients.h"
#include "ops/math/exp-inl.h"
#include "ops/math/fma-inl.h"
#include "ops/math/gelu/coefficients.h"
#include "ops/math/tiny-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Both forms obey g(x) + g(-x) = 1, so everything is computed for t = |x|.

// g(x) from g(-|x|).
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Reflect(D d, V x, V at_minus_t) {
  return hn::IfNegativeThenElse(x, at_minus_t, hn::Sub(hn::Set(d, 1.0), at_minus_t));
}

// `value`, but the limit -0 where x is -infinity, and NaN where x is NaN.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V WithGeluLimits(D d, V x, V value) {
  const V infinity = hn::Inf(d);
  value = hn::IfThenElse(hn::Eq(x, hn::Neg(infinity)), hn::Set(d, -0.0), value);
  return hn::IfThenElse(hn::IsNaN(x), x, value);
}

// What the exact form and its derivative share: t = |x|, clamped, and g(-t) = gauss * from_root *
// w, a product, so that nothing cancels at the root t0: gauss = e^(-t^2 / 2), from_root = t0 - t.
// (By reference: vectors of unknown length cannot be members of a struct.)
template <class D, class V = hn::Vec<D>>
HWY_INLINE void GeluErfParts(D d, V x, V& t, V& gauss, V& from_root, V& w) {
  t = hn::Min(hn::Abs(x), hn::Set(d, kGeluErfClamp));
  w = Polynomial(d, kGeluErfW, hn::Div(hn::Set(d, 1.0), hn::Add(t, hn::Set(d, kGeluErfWShift))));
  gauss = Exp2(d, kExp2Degree10, hn::Mul(hn::Mul(t, t), hn::Set(d, -0.5 * kLog2E)));
  from_root = hn::Add(hn::Sub(hn::Set(d, kGeluErfRootHigh), t), hn::Set(d, kGeluErfRootLow));
}

// d/dx of x Phi(x), that is Phi(x) + x phi(x).
template <class D, class V = hn::Vec<D>>
HWY_INLINE V GeluErfDerivative(D d, V x) {
  V t, gauss, from_root, w;
  GeluErfParts(d, x, t, gauss, from_root, w);
  return WithGeluLimits(d, x, Reflect(d, x, hn::Mul(hn::Mul(gauss, from_root), w)));
}

// x Phi(x).
template <class D, class V = hn::Vec<D>>
HWY_INLINE V GeluErf(D d, V x) {
  V t, gauss, from_root, w;
  GeluErfParts(d, x, t, gauss, from_root, w);
  // Phi(-t) = g(-t) + t phi(t)
  const V phi_minus_t =
      hn::Mul(gauss, FusedMulAdd(d, t, hn::Set(d, kInvSqrt2Pi), hn::Mul(from_root, w)));
  const V negative = hn::Neg(hn::Mul(t, phi_minus_t));
  const V positive = hn::Mul(x, hn::Sub(hn::Set(d, 1.0), phi_minus_t));
  const V value = AboveHalfWhereTiny(d, x, hn::IfNegativeThenElse(x, negative, positive));
  return WithGeluLimits(d, x, value);
}

// What the tanh form and its derivative share: t = |x|, clamped, and e = e^-w, where 0.5 (1 +
// tanh(w / 2)) = 1 / (1 + e^-w).
template <class D, class V = hn::Vec<D>>
HWY_INLINE void GeluTanhParts(D d, V x, V& t, V& t_squared, V& e) {
  t = hn::Min(hn::Abs(x), hn::Set(d, kGeluTanhClamp));
  t_squared = hn::Mul(t, t);
  const V slope =
      FusedNegMulAdd(d, t_squared, hn::Set(d, kGeluTanhCubic), hn::Set(d, -kGeluTanhLinear));
  e = Exp2(d, kExp2Degree11, hn::Mul(t, slope));
}

// d/dx of 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))).
template <class D, class V = hn::Vec<D>>
HWY_INLINE V GeluTanhDerivative(D d, V x) {
  V t, t_squared, e;
  GeluTanhParts(d, x, t, t_squared, e);
  const V one = hn::Set(d, 1.0);
  // g(-t) = e (1 - t w' + e) / (1 + e)^2
  const V w_slope =
      FusedMulAdd(d, t_squared, hn::Set(d, kGeluTanhSlope2), hn::Set(d, kGeluTanhSlope));
  const V inverse = hn::Div(one, hn::Add(one, e));
  const V numerator = hn::Add(FusedNegMulAdd(d, t, w_slope, one), e);
  const V far = hn::Mul(hn::Mul(e, numerator), hn::Mul(inverse, inverse));
  // The numerator cancels at its root, so that there only the absolute error is small.
  const V from_root =
      hn::Add(hn::Sub(hn::Set(d, kGeluTanhRootHigh), t), hn::Set(d, kGeluTanhRootLow));
  const V near = hn::Mul(from_root, Polynomial(d, kGeluTanhNearRoot, from_root));
  const auto is_near = hn::Lt(hn::Abs(from_root), hn::Set(d, kGeluTanhNearRootRadius));
  return WithGeluLimits(d, x, Reflect(d, x, hn::IfThenElse(is_near, near, far)));
}

// 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))).
template <class D, class V = hn::Vec<D>>
HWY_INLINE V GeluTanh(D d, V x) {
  V t, t_squared, e;
  GeluTanhParts(d, x, t, t_squared, e);
  const V numerator = hn::IfNegativeThenElse(x, hn::Neg(hn::Mul(t, e)), x);
  const V value = AboveHalfWhereTiny(d, x, hn::Div(numerator, hn::Add(hn::Set(d, 1.0), e)));
  return WithGeluLimits(d, x, value);
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
