// SELU and its derivative, over double lanes: correct rounding to float32 as in gelu-inl.h.
//
// The constants are the real numbers lambda and lambda * alpha, not their float32 neighbours.
// Integer results: compute in double, round to nearest even, saturate; that is exact.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_SELU_SELU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_SELU_SELU_INL_H_
#undef OPENACLNN_OPS_MATH_SELU_SELU_INL_H_
#else
#define OPENACLNN_OPS_MATH_SELU_SELU_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/math/coefficients.h"
#include "ops/math/exp-inl.h"
#include "ops/math/selu/coefficients.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The derivative of SELU from its result y: y + lambda alpha where y <= 0 (zero included, either
// sign), lambda elsewhere. y = -inf gives -inf; NaN gives lambda, because PyTorch compares with y
// <= 0 as well.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V SeluDerivativeFromResult(D d, V y) {
  const V exponential =
      hn::Add(hn::Add(y, hn::Set(d, kSeluLambdaAlphaHigh)), hn::Set(d, kSeluLambdaAlphaLow));
  return hn::IfThenElse(hn::Le(y, hn::Zero(d)), exponential, hn::Set(d, kSeluLambda));
}

// lambda x where x > 0, lambda alpha (e^x - 1) elsewhere. Zeros keep their sign, -inf gives -lambda
// alpha, NaN gives NaN.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V SeluFromInput(D d, V x) {
  const V zero = hn::Zero(d);
  // Below -40 e^x - 1 is -1 even in double.
  const V negative_part = hn::Max(hn::Min(x, zero), hn::Set(d, -40.0));
  const V negative = hn::Mul(Expm1NonPositive(d, negative_part), hn::Set(d, kSeluLambdaAlphaHigh));
  const V positive = hn::Mul(x, hn::Set(d, kSeluLambda));
  const V value = hn::IfThenElse(hn::Gt(x, zero), positive, negative);
  return hn::IfThenElse(hn::Or(hn::IsNaN(x), hn::Eq(x, zero)), x, value);
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
