// Polynomials over float lanes.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_FLOAT_POLYNOMIAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_FLOAT_POLYNOMIAL_INL_H_
#undef OPENACLNN_OPS_MATH_FLOAT_POLYNOMIAL_INL_H_
#else
#define OPENACLNN_OPS_MATH_FLOAT_POLYNOMIAL_INL_H_
#endif

#include <cstddef>

#include "hwy/highway.h"
#include "ops/math/fma-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// c[0] + c[1] x + ... + c[N - 1] x^(N - 1), by Horner's rule.
template <size_t N, class D, class V = hn::Vec<D>>
HWY_INLINE V FloatPolynomial(D d, const float (&c)[N], V x) {
  V sum = hn::Set(d, c[N - 1]);
  HWY_UNROLL(8)
  for (size_t i = N - 1; i != 0; --i) sum = FusedMulAdd(d, sum, x, hn::Set(d, c[i - 1]));
  return sum;
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
