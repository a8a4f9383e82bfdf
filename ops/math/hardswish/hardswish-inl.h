// Hardswish and its derivative, over double lanes: correct rounding to float32 as in gelu-inl.h.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_HARDSWISH_HARDSWISH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_HARDSWISH_HARDSWISH_INL_H_
#undef OPENACLNN_OPS_MATH_HARDSWISH_HARDSWISH_INL_H_
#else
#define OPENACLNN_OPS_MATH_HARDSWISH_HARDSWISH_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/math/hardswish/corners.h"
#include "ops/math/tiny-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// x (x + 3) / 6 between -3 and 3; x above, -0 below. Large x does not overflow, -inf gives -0, NaN
// gives NaN.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Hardswish(D d, V x) {
  const V inner =
      hn::Mul(hn::Mul(x, hn::Add(x, hn::Set(d, 3.0))), hn::Set(d, 0x1.5555555555555p-3));
  const V upper = hn::IfThenElse(hn::Ge(x, hn::Set(d, 3.0)), x, AboveHalfWhereTiny(d, x, inner));
  return hn::IfThenElse(hn::Le(x, hn::Set(d, -3.0)), hn::Set(d, -0.0), upper);
}

// grad * (x / 3 + 1 / 2) between -3 and 3; grad above; +0 below, whatever grad is: the product is
// selected, so that an infinite or NaN gradient does not meet the zero. NaN x gives NaN.
template <HardswishCorners kCorners, class D, class V = hn::Vec<D>>
HWY_INLINE V HardswishBackward(D d, V grad, V x) {
  const V three = hn::Set(d, 3.0);
  const V minus_three = hn::Set(d, -3.0);
  // Exact zero at -1.5; exact -1/2 and 3/2 at the corners. The first product of two float32 numbers
  // is exact, so that results halfway between two numbers of a narrow type come out exactly there.
  const V inner =
      hn::Mul(hn::Mul(grad, hn::Add(x, hn::Set(d, 1.5))), hn::Set(d, 0x1.5555555555555p-2));
  if constexpr (kCorners == HardswishCorners::kInner) {
    return hn::IfThenElseZero(hn::Not(hn::Lt(x, minus_three)),
                              hn::IfThenElse(hn::Gt(x, three), grad, inner));
  } else {
    return hn::IfThenElseZero(hn::Not(hn::Le(x, minus_three)),
                              hn::IfThenElse(hn::Ge(x, three), grad, inner));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
