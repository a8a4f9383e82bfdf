// factor (e^x - 1) in float32, what ELU and functions made of it are below 0.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_ELU_SCALED_EXPM1_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_ELU_SCALED_EXPM1_INL_H_
#undef OPENACLNN_OPS_MATH_ELU_SCALED_EXPM1_INL_H_
#else
#define OPENACLNN_OPS_MATH_ELU_SCALED_EXPM1_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/math/coefficients.h"
#include "ops/math/expm1_tables.h"
#include "ops/math/float_polynomial-inl.h"
#include "ops/math/fma-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// factor (e^x - 1), accurate enough for results of the type Stored. Below `least`, where e^x is 0
// beside 1, it is -factor. NaN may be lost, and above 0 the result may be anything.
//
// With x = n ln 2 + r and w = e^r - 1 it is factor 2^n w + (factor 2^n - factor). Results are near
// 0 only where n is 0, and there the difference is 0.
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE V ScaledExpm1(D d, V x, V factor, float least) {
  const hn::RebindToSigned<D> di;
  constexpr float kLn2High = static_cast<float>(kLn2);
  constexpr float kLn2Low = static_cast<float>(kLn2 - kLn2High);
  const V magic = hn::Set(d, 0x1.8p23f);
  const V low = hn::Max(x, hn::Set(d, least));
  const V shifted = FusedMulAdd(d, low, hn::Set(d, static_cast<float>(kLog2E)), magic);
  const V n = hn::Sub(shifted, magic);
  V r = FusedNegMulAdd(d, n, hn::Set(d, kLn2High), low);
  V quotient;
  if constexpr (Stored::kMantissaBits == 24) {
    r = FusedNegMulAdd(d, n, hn::Set(d, kLn2Low), r);
    quotient = FloatPolynomial(d, kExpm1Float32, r);
  } else {
    quotient = FloatPolynomial(d, kExpm1SixteenBit, r);
  }
  const V w = FusedMulAdd(d, hn::Mul(r, r), quotient, r);
  const V scaled =
      hn::BitCast(d, hn::Add(hn::BitCast(di, factor), hn::ShiftLeft<23>(hn::BitCast(di, shifted))));
  return FusedMulSub(d, scaled, w, hn::Sub(factor, scaled));
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
