// Hardswish and its derivative in float32: within 2 ULP for float32 results, 0.501 for 16-bit ones.
// The same bits on every target.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_HARDSWISH_HARDSWISH_FAST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_HARDSWISH_HARDSWISH_FAST_INL_H_
#undef OPENACLNN_OPS_MATH_HARDSWISH_HARDSWISH_FAST_INL_H_
#else
#define OPENACLNN_OPS_MATH_HARDSWISH_HARDSWISH_FAST_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/math/fma-inl.h"
#include "ops/math/hardswish/corners.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The larger of both; NaN where x is NaN, which Highway leaves open.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V AtLeast(D d, float low, V x) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128 && HWY_TARGET != HWY_SCALAR
  return hn::Max(hn::Set(d, low), x);  // maxps gives its second operand if one is NaN
#else
  return hn::IfThenElse(hn::Lt(x, hn::Set(d, low)), hn::Set(d, low), x);
#endif
}

// x (x + 3) / 6 between -3 and 3; x above, -0 below. Large x does not overflow, -inf gives -0, NaN
// gives NaN.
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE V HardswishFast(D d, V x) {
  // The factor (x + 3) / 6 becomes exactly 0 below and exactly 1 above.
  const V clamped = AtLeast(d, -3.0f, x);
  if constexpr (Stored::kMantissaBits < 24) {
    // Three times the float below 1 / 6 is a float, so that -3 still gives 0.
    const V factor =
        FusedMulAdd(d, clamped, hn::Set(d, 0x1.555554p-3f), hn::Set(d, 0x1.fffffep-2f));
    return hn::Mul(clamped, hn::Min(hn::Set(d, 1.0f), factor));
  }
  const V sum =
      hn::Min(hn::Set(d, 6.0f), hn::Add(clamped, hn::Set(d, 3.0f)));  // exact up to x = -1.5
  // With all digits of 1 / 6.
  const V factor =
      FusedMulAdd(d, sum, hn::Set(d, 0x1.555556p-3f), hn::Mul(sum, hn::Set(d, -0x1.555556p-28f)));
  return hn::Mul(clamped, factor);
}

// grad * (x / 3 + 1 / 2) between -3 and 3; grad above; +0 below, whatever grad is.
template <class Stored, HardswishCorners kCorners, class D, class V = hn::Vec<D>>
HWY_INLINE V HardswishBackwardFast(D d, V grad, V x) {
  const V three = hn::Set(d, 3.0f);
  const V minus_three = hn::Set(d, -3.0f);
  V factor;
  if constexpr (Stored::kMantissaBits < 24) {
    // As above: -1.5 gives 0.
    factor = FusedMulAdd(d, x, hn::Set(d, 0x1.555554p-2f), hn::Set(d, 0x1.fffffep-2f));
  } else {
    const V sum = hn::Add(x, hn::Set(d, 1.5f));
    // Rounded once: with what the sum lost (exact for |x| <= 3), and all digits of 1 / 3.
    const V rest = hn::Sub(x, hn::Sub(sum, hn::Set(d, 1.5f)));
    const V low = FusedMulAdd(d, sum, hn::Set(d, -0x1.555556p-27f),
                              hn::Mul(rest, hn::Set(d, 0x1.555556p-2f)));
    factor = FusedMulAdd(d, sum, hn::Set(d, 0x1.555556p-2f), low);
  }
  const auto above = kCorners == HardswishCorners::kInner ? hn::Gt(x, three) : hn::Ge(x, three);
  const auto below =
      kCorners == HardswishCorners::kInner ? hn::Lt(x, minus_three) : hn::Le(x, minus_three);
  return hn::IfThenZeroElse(below, hn::Mul(grad, hn::IfThenElse(above, hn::Set(d, 1.0f), factor)));
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
