// The logistic function, and its gradient from its result, in float32: at most 1 ULP for float32
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
#include "ops/math/logistic-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Returns where it is right: where p and its rest are normal numbers. False for NaN.
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> SigmoidFast(D d, V x, V& out) {
  V p, p_low;
  Logistic<Stored>(d, hn::Abs(x), p, p_low);
  out = hn::IfNegativeThenElse(x, p, hn::Sub(hn::Set(d, 1.0f), p));
  if constexpr (Stored::kMantissaBits == 24) {
    const V one = hn::Set(d, 1.0f), lost = hn::Sub(hn::Sub(hn::Sub(one, out), p), p_low);
    out = hn::Add(out, hn::IfNegativeThenElse(x, p_low, lost));
  }
  return hn::Gt(x, hn::Set(d, -60.0f));
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
