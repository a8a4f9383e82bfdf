// SiLU and its derivative in float32: within 1.6 ULP for float32 results (all 2^32 inputs), and
// within 2 for the derivative times any gradient. The same bits on every target.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_SILU_SILU_FAST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_SILU_SILU_FAST_INL_H_
#undef OPENACLNN_OPS_MATH_SILU_SILU_FAST_INL_H_
#else
#define OPENACLNN_OPS_MATH_SILU_SILU_FAST_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/math/fma-inl.h"
#include "ops/math/piecewise-inl.h"
#include "ops/math/sigmoid/logistic-inl.h"
#include "ops/math/silu/tables.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Where the functions below are right: not where e^x, or a rounding error, would be subnormal.
// False for NaN.
template <class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> SiluInRange(D d, V x) {
  return hn::Gt(x, hn::Set(d, -60.0f));
}

// x / (1 + e^-x) where the tables of the logistic function end. silu(x) = max(x, 0) - t p, with t =
// |x| and p = 1 / (1 + e^t).
template <class D, class V = hn::Vec<D>>
HWY_NOINLINE HWY_ATTR V SiluFar(D d, V x) {
  V high, low;
  const V t = hn::Min(hn::Abs(x), hn::Set(d, 80.0f));  // an infinity meets no zero
  LogisticFar(d, t, hn::Zero(d), high, low);
  const V rest = FusedNegMulAdd(d, t, low, hn::Max(x, hn::Zero(d)));
  return FusedNegMulAdd(d, t, high, rest);
}

// x / (1 + e^-x). Returns where it is right.
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> SiluFast(D d, V x, V& out) {
  const V t = hn::Abs(x), p = LogisticNear<Stored>(d, t);
  const auto near = InLogisticTable(d, t);
  // max(x, 0) with the sign of x, which is that of a result of zero.
  const V ramp = hn::IfNegativeThenElse(x, hn::Set(d, -0.0f), x);
  out = FusedNegMulAdd(d, t, p, ramp);
  if (HWY_LIKELY(hn::AllTrue(d, near))) return near;
  out = hn::IfThenElse(near, out, SiluFar(d, x));
  return SiluInRange(d, x);
}

// The derivative, s (1 + x (1 - s)) with s = 1 / (1 + e^-x), obeys g(x) + g(-x) = 1. This is it
// where the tables end: g(-t) = p (1 - t + t p).
template <class D, class V = hn::Vec<D>>
HWY_NOINLINE HWY_ATTR V SiluDerivativeFar(D d, V x) {
  V high, low;
  const V one = hn::Set(d, 1.0f), t = hn::Min(hn::Abs(x), hn::Set(d, 80.0f));
  LogisticFar(d, t, hn::Zero(d), high, low);
  const V factor = hn::Sub(one, t);  // exact
  const V p = hn::Add(high, low), rest = FusedMulAdd(d, low, factor, hn::Mul(hn::Mul(t, p), p));
  const V at_minus_t = FusedMulAdd(d, high, factor, rest);
  return hn::IfNegativeThenElse(x, at_minus_t, hn::Sub(one, at_minus_t));
}

// Returns where it is right.
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> SiluDerivativeFast(D d, V x, V& out) {
  const V t = hn::Abs(x);
  const V counted = FusedMulAdd(d, t, hn::Set(d, kSiluTableScale), hn::Set(d, 0x1.8p23f));
  V at_minus_t;
  if constexpr (Stored::kMantissaBits == 24) {
    at_minus_t = Piecewise(d, kSiluDerivativeFloat32, t, counted);
  } else {
    at_minus_t = Piecewise(d, kSiluDerivativeSixteenBit, t, counted);
  }
  const auto near = hn::Lt(t, hn::Set(d, kSiluTableEnd));
  out = hn::IfNegativeThenElse(x, at_minus_t, hn::Sub(hn::Set(d, 1.0f), at_minus_t));
  if (HWY_LIKELY(hn::AllTrue(d, near))) return near;
  out = hn::IfThenElse(near, out, SiluDerivativeFar(d, x));
  return SiluInRange(d, x);
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
