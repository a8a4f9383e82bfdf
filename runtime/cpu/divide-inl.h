// IEEE 754's division, compiled once for each SIMD target.

// Per-target include guard.
#if defined(OPENACLNN_RUNTIME_CPU_DIVIDE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_RUNTIME_CPU_DIVIDE_INL_H_
#undef OPENACLNN_RUNTIME_CPU_DIVIDE_INL_H_
#else
#define OPENACLNN_RUNTIME_CPU_DIVIDE_INL_H_
#endif

#include <cstddef>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Highway's scalar targets make 0 of a division by zero.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Divide(D d, V a, V b) {
#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
  HWY_ALIGN hn::TFromD<D> quotient[HWY_MAX_LANES_D(D)];
  HWY_ALIGN hn::TFromD<D> divisor[HWY_MAX_LANES_D(D)];
  hn::Store(a, d, quotient);
  hn::Store(b, d, divisor);
  for (size_t i = 0; i < hn::Lanes(d); ++i) quotient[i] /= divisor[i];
  return hn::Load(d, quotient);
#else
  (void)d;
  return hn::Div(a, b);
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
