// The logistic function at -t in float32, for functions that are made of it: within 0.8 ULP for
// float32 results. The same bits on every target.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_SIGMOID_LOGISTIC_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_SIGMOID_LOGISTIC_INL_H_
#undef OPENACLNN_OPS_MATH_SIGMOID_LOGISTIC_INL_H_
#else
#define OPENACLNN_OPS_MATH_SIGMOID_LOGISTIC_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/math/coefficients.h"
#include "ops/math/expm1_tables.h"
#include "ops/math/float_polynomial-inl.h"
#include "ops/math/fma-inl.h"
#include "ops/math/piecewise-inl.h"
#include "ops/math/sigmoid/tables.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Where LogisticNear() is right; false for NaN.
template <class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> InLogisticTable(D d, V t) {
  return hn::Lt(t, hn::Set(d, kLogisticTableEnd));
}

// 1 / (1 + e^(t + t_low)) for 0 <= t < kLogisticTableEnd, accurate enough for results of the type
// Stored. Without the argument t_low is 0.
template <class Stored, class D, class V = hn::Vec<D>, class... Low>
HWY_INLINE V LogisticNear(D d, V t, Low... t_low) {
  // The sum is rounded to a multiple of 1/2, and its last bits count them.
  const V counted = hn::Add(t, hn::Set(d, 0x1.8p22f));
  if constexpr (Stored::kMantissaBits == 24) {
    return Piecewise(d, kLogisticFloat32, t, counted, t_low...);
  } else {
    return Piecewise(d, kLogisticSixteenBit, t, counted, t_low...);
  }
}

// 1 / (1 + e^(t + t_low)) for t from the end of the tables to 60, as a sum whose second part is
// much smaller. From there on it is almost 0 and not right.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void LogisticFar(D d, V t, V t_low, V& high, V& low) {
  const hn::RebindToSigned<D> di;
  constexpr float kLn2High = static_cast<float>(kLn2);
  constexpr float kLn2Low = static_cast<float>(kLn2 - kLn2High);
  const V magic = hn::Set(d, 0x1.8p23f), one = hn::Set(d, 1.0f);
  // -t = n ln 2 + r, e^r = 1 + w, and e^-t = 2^n (1 + w) = high + e_low.
  const V x = hn::Neg(hn::Min(t, hn::Set(d, 80.0f)));
  const V shifted = FusedMulAdd(d, x, hn::Set(d, static_cast<float>(kLog2E)), magic);
  const V n = hn::Sub(shifted, magic);
  const V r_high = FusedNegMulAdd(d, n, hn::Set(d, kLn2High), x);  // exact for such x
  const V r = FusedNegMulAdd(d, n, hn::Set(d, kLn2Low), r_high);
  const V r_low = hn::Sub(FusedNegMulAdd(d, n, hn::Set(d, kLn2Low), hn::Sub(r_high, r)), t_low);
  const V square = hn::Mul(r, r), quotient = FloatPolynomial(d, kExpm1Float32, r);
  const V w = FusedMulAdd(d, square, quotient, r);
  const V w_low =
      FusedMulAdd(d, r_low, w, hn::Add(FusedMulAdd(d, square, quotient, hn::Sub(r, w)), r_low));
  const V power =
      hn::BitCast(d, hn::Add(hn::BitCast(di, one), hn::ShiftLeft<23>(hn::BitCast(di, shifted))));
  high = FusedMulAdd(d, power, w, power);
  const V e_low = FusedMulAdd(d, power, w_low, FusedMulAdd(d, power, w, hn::Sub(power, high)));
  // e / (1 + e) = e - e^2 (1 - e), but for a part of 2^-33.
  low = FusedNegMulAdd(d, hn::Mul(high, high), hn::Sub(one, high), e_low);
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
