// e^x in float32: within 1.1 ULP for float32 results (all 2^32 inputs), subnormal ones included.
// The same bits on every target.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_EXP_EXP_FAST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_EXP_EXP_FAST_INL_H_
#undef OPENACLNN_OPS_MATH_EXP_EXP_FAST_INL_H_
#else
#define OPENACLNN_OPS_MATH_EXP_EXP_FAST_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/math/coefficients.h"
#include "ops/math/exp/exp-inl.h"
#include "ops/math/expm1_tables.h"
#include "ops/math/float_polynomial-inl.h"
#include "ops/math/fma-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE V ExpFast(D d, V x) {
  constexpr float kLn2High = static_cast<float>(kLn2);
  constexpr float kLn2Low = static_cast<float>(kLn2 - kLn2High);
  // The result is 0 below the first bound and infinite above the second. x = n ln 2 + r, e^r = 1 +
  // w.
  const V clamped = hn::Min(hn::Max(x, hn::Set(d, -104.0f)), hn::Set(d, 89.0f));
  const V shifted =
      FusedMulAdd(d, clamped, hn::Set(d, static_cast<float>(kLog2E)), hn::Set(d, 0x1.8p23f));
  const V n = hn::Sub(shifted, hn::Set(d, 0x1.8p23f));
  V r = FusedNegMulAdd(d, n, hn::Set(d, kLn2High), clamped), quotient;
  if constexpr (Stored::kMantissaBits < 24) {
    quotient = FloatPolynomial(d, kExpm1SixteenBit, r);
  } else {
    r = FusedNegMulAdd(d, n, hn::Set(d, kLn2Low), r);
    quotient = FloatPolynomial(d, kExpm1Float32, r);
  }
  const V w = FusedMulAdd(d, hn::Mul(r, r), quotient, r);
  const V value = TimesAnyPowerOfTwo(d, hn::Add(hn::Set(d, 1.0f), w), shifted);
  return hn::IfThenElse(hn::IsNaN(x), x, value);
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
