// The logistic function, and its gradient from its result, in float32: at most 0.8 ULP for float32
// results (all 2^32 inputs). The same bits on every target.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_SIGMOID_SIGMOID_FAST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_SIGMOID_SIGMOID_FAST_INL_H_
#undef OPENACLNN_OPS_MATH_SIGMOID_SIGMOID_FAST_INL_H_
#else
#define OPENACLNN_OPS_MATH_SIGMOID_SIGMOID_FAST_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/math/fma-inl.h"
#include "ops/math/sigmoid/logistic-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// 1 / (1 + e^-x) where the tables end; `t` and `t_low` are the parts of |x|.
template <class D, class V = hn::Vec<D>>
HWY_NOINLINE HWY_ATTR V SigmoidFar(D d, V x, V t, V t_low) {
  V high, low;
  LogisticFar(d, t, t_low, high, low);
  const V p = hn::Add(high, low);
  return hn::IfNegativeThenElse(x, p, hn::Sub(hn::Set(d, 1.0f), p));
}

// 1 / (1 + e^-(x + x_low)); without the argument x_low is 0. Returns where it is right: not where
// its value is nearly subnormal, nor for NaN.
template <class Stored, class D, class V = hn::Vec<D>, class... Low>
HWY_INLINE hn::Mask<D> SigmoidFast(D d, V x, V& out, Low... x_low) {
  const V t = hn::Abs(x);
  [[maybe_unused]] const V sign = hn::Xor(x, t);
  const V p = LogisticNear<Stored>(d, t, hn::Xor(x_low, sign)...);
  const auto near = InLogisticTable(d, t);
  out = hn::IfNegativeThenElse(x, p, hn::Sub(hn::Set(d, 1.0f), p));
  if (HWY_LIKELY(hn::AllTrue(d, near))) return near;
  V t_low = hn::Zero(d);
  ((t_low = hn::Xor(x_low, sign)), ...);
  out = hn::IfThenElse(near, out, SigmoidFar(d, x, t, t_low));
  // Of a product, x is infinite where its rest means nothing.
  return hn::And(hn::Gt(x, hn::Set(d, -60.0f)), hn::Lt(x, hn::Set(d, 0x1p126f)));
}

// grad y (1 - y): at most 1.5 ULP. Returns where it is right: where y^2 does not overflow.
template <class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> SigmoidBackwardFast(D d, V grad, V y, V& out) {
  out = hn::Mul(grad, FusedNegMulAdd(d, y, y, y));
  return hn::Lt(hn::Abs(y), hn::Set(d, 0x1p63f));
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
