// Hardswish and its derivative in float32: within 0.5000002 ULP for float32 results, as hardswish-inl.h, by carrying what each rounding
// loses; within 0.501 ULP for 16-bit results, where that is not needed. The same bits on every target.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_HARDSWISH_FAST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_HARDSWISH_FAST_INL_H_
#undef OPENACLNN_OPS_MATH_HARDSWISH_FAST_INL_H_
#else
#define OPENACLNN_OPS_MATH_HARDSWISH_FAST_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/math/fma-inl.h"
#include "ops/math/hardswish.h"
#include "ops/math/in_range-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// (x + shift) / divisor = high + low to twice the precision, for |x| <= shift or |x| <= 3 <= 2 * shift; 1 / divisor = inverse_high +
// inverse_low.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void ShiftAndDivide(D d, V x, float shift, float inverse_high, float inverse_low, V& high, V& low) {
  const V sum = hn::Add(x, hn::Set(d, shift));
  const V sum_rest = hn::Sub(x, hn::Sub(sum, hn::Set(d, shift)));  // exact
  high = hn::Mul(sum, hn::Set(d, inverse_high));
  low = FusedMulSub(d, sum, hn::Set(d, inverse_high), high);  // exact
  low = FusedMulAdd(d, sum, hn::Set(d, inverse_low), low);
  low = FusedMulAdd(d, sum_rest, hn::Set(d, inverse_high), low);
}

// x (x + 3) / 6 between -3 and 3; x above, -0 below. Large x does not overflow, -inf gives -0, NaN gives NaN. For float32 results sets
// `right` to the lanes where nothing overflowed or was lost in subnormal numbers; for others it is right everywhere.
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE V HardswishFast(D d, V x, hn::Mask<D>& right) {
  V inner;
  if constexpr (Stored::kMantissaBits == 24) {
    V high, low;
    ShiftAndDivide(d, x, 3.0f, 0x1.555556p-3f, -0x1.555556p-28f, high, low);
    inner = FusedMulAdd(d, x, high, hn::Mul(x, low));
    right = ZeroOrInRange(d, inner);
  } else {
    inner = hn::Mul(x, hn::Mul(hn::Add(x, hn::Set(d, 3.0f)), hn::Set(d, 0x1.555556p-3f)));
  }
  const V upper = hn::IfThenElse(hn::Ge(x, hn::Set(d, 3.0f)), x, inner);
  return hn::IfThenElse(hn::Le(x, hn::Set(d, -3.0f)), hn::Set(d, -0.0f), upper);
}

// grad * (x / 3 + 1 / 2) between -3 and 3; grad above; +0 below, whatever grad is. For float32 results sets `right` to the lanes where
// nothing overflowed or was lost in subnormal numbers; for others it is right everywhere.
template <class Stored, HardswishCorners kCorners, class D, class V = hn::Vec<D>>
HWY_INLINE V HardswishBackwardFast(D d, V grad, V x, hn::Mask<D>& right) {
  const V three = hn::Set(d, 3.0f);
  const V minus_three = hn::Set(d, -3.0f);
  V inner;
  if constexpr (Stored::kMantissaBits == 24) {
    V high, low;
    ShiftAndDivide(d, x, 1.5f, 0x1.555556p-2f, -0x1.555556p-27f, high, low);
    inner = FusedMulAdd(d, grad, high, hn::Mul(grad, low));
    right = ZeroOrInRange(d, inner);
  } else {
    inner = hn::Mul(grad, hn::Mul(hn::Add(x, hn::Set(d, 1.5f)), hn::Set(d, 0x1.555556p-2f)));
  }
  if constexpr (kCorners == HardswishCorners::kInner) {
    return hn::IfThenElseZero(hn::Not(hn::Lt(x, minus_three)), hn::IfThenElse(hn::Gt(x, three), grad, inner));
  } else {
    return hn::IfThenElseZero(hn::Not(hn::Le(x, minus_three)), hn::IfThenElse(hn::Ge(x, three), grad, inner));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
