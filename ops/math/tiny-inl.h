// The start of functions like x / 2 + c x^2, where double rounding would go wrong.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_TINY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_TINY_INL_H_
#undef OPENACLNN_OPS_MATH_TINY_INL_H_
#else
#define OPENACLNN_OPS_MATH_TINY_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// `value`, but for |x| < 2^-125 the number x / 2 made greater by a 2^-51th part. Half of every
// other subnormal float32 or bfloat16 is exactly between two of its neighbours, and c x^2 > 0,
// which decides, is far below the last place of a double. A larger part would decide products with
// x / 2 that are no ties.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V AboveHalfWhereTiny(D d, V x, V value) {
  const V factor = hn::IfNegativeThenElse(x, hn::Set(d, 0.5 - 0x1p-52), hn::Set(d, 0.5 + 0x1p-52));
  return hn::IfThenElse(hn::Lt(hn::Abs(x), hn::Set(d, 0x1p-125)), hn::Mul(x, factor), value);
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
