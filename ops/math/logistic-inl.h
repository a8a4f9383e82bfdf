// The logistic function in float32, for the rooms of functions that are made of it.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_LOGISTIC_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_LOGISTIC_INL_H_
#undef OPENACLNN_OPS_MATH_LOGISTIC_INL_H_
#else
#define OPENACLNN_OPS_MATH_LOGISTIC_INL_H_
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

// p = 1 / (1 + e^t) = high + low for t >= 0. From t = 80 on, 1 - p is 1, and p is not right.
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE void Logistic(D d, V t, V& high, V& low) {
  const hn::RebindToSigned<D> di;
  constexpr float kLn2High = static_cast<float>(kLn2);
  constexpr float kLn2Low = static_cast<float>(kLn2 - kLn2High);
  // -t = n ln 2 + r, and e^r = 1 + w.
  const V x = hn::Neg(hn::Min(t, hn::Set(d, 80.0f)));
  const V shifted =
      FusedMulAdd(d, x, hn::Set(d, static_cast<float>(kLog2E)), hn::Set(d, 0x1.8p23f));
  const V n = hn::Sub(shifted, hn::Set(d, 0x1.8p23f));
  V r = FusedNegMulAdd(d, n, hn::Set(d, kLn2High), x);
  const V one = hn::Set(d, 1.0f);
  const auto times_power = [&](V value) HWY_ATTR {
    return hn::BitCast(
        d, hn::Add(hn::BitCast(di, value), hn::ShiftLeft<23>(hn::BitCast(di, shifted))));
  };
  const V power = times_power(one);
  if constexpr (Stored::kMantissaBits < 24) {
    const V w = FusedMulAdd(d, hn::Mul(r, r), FloatPolynomial(d, kExpm1SixteenBit, r), r);
    const V e = FusedMulAdd(d, power, w, power);
    high = hn::Div(e, hn::Add(one, e));
    low = hn::Zero(d);
  } else {
    r = FusedNegMulAdd(d, n, hn::Set(d, kLn2Low), r);
    const V w = FusedMulAdd(d, hn::Mul(r, r), FloatPolynomial(d, kExpm1Float32, r), r);
    const V e = FusedMulAdd(d, power, w, power);
    const V e_low = FusedMulAdd(d, power, w, hn::Sub(power, e));
    const V sum = hn::Add(one, e);
    const V sum_low = hn::Add(hn::Sub(e, hn::Sub(sum, one)), e_low);
    const V inverse = hn::Div(one, sum);
    high = hn::Mul(e, inverse);
    // What the quotient lacks: the remainder of the division, by both parts of both numbers.
    const V remainder =
        hn::Add(FusedNegMulAdd(d, high, sum, e), FusedNegMulAdd(d, high, sum_low, e_low));
    low = hn::Mul(remainder, inverse);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
