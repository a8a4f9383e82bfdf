// Leaky ReLU and its derivative: of any type, and of a slope that is a number at run time.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_LEAKY_RELU_LEAKY_RELU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_LEAKY_RELU_LEAKY_RELU_INL_H_
#undef OPENACLNN_OPS_MATH_LEAKY_RELU_LEAKY_RELU_INL_H_
#else
#define OPENACLNN_OPS_MATH_LEAKY_RELU_LEAKY_RELU_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// x where x > 0, slope x elsewhere: zeros and NaN too, so that a negative slope turns the sign of
// zero and a slope of zero makes NaN of -inf. Rounded once; in double exact for float32 x and
// slope.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V LeakyRelu(D d, V x, V slope) {
  return hn::IfThenElse(hn::Gt(x, hn::Zero(d)), x, hn::Mul(x, slope));
}

// grad where x > 0, slope grad elsewhere: zeros and NaN too, as PyTorch's comparison has it.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V LeakyReluBackward(D d, V grad, V x, V slope) {
  return hn::IfThenElse(hn::Gt(x, hn::Zero(d)), grad, hn::Mul(grad, slope));
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
