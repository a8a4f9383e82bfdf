// Softplus, ln(1 + e^(beta x)) / beta, but x where beta x > threshold. The product is rounded to
// float32 before it is compared, as PyTorch does.
//
// Over double lanes: for float32 inputs and numbers correctly rounded to float32, as far as double
// can tell; the gradient within 1 ULP for all doubles. In float32: within 1.41 ULP for float32
// results, the gradient within 2. NaN gives NaN.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_SOFTPLUS_SOFTPLUS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_SOFTPLUS_SOFTPLUS_INL_H_
#undef OPENACLNN_OPS_MATH_SOFTPLUS_SOFTPLUS_INL_H_
#else
#define OPENACLNN_OPS_MATH_SOFTPLUS_SOFTPLUS_INL_H_
#endif

#include <cmath>

#include "hwy/highway.h"
#include "ops/math/coefficients.h"
#include "ops/math/exp/exp-inl.h"
#include "ops/math/expm1_tables.h"
#include "ops/math/float_polynomial-inl.h"
#include "ops/math/fma-inl.h"
#include "ops/math/log/log-inl.h"
#include "ops/math/log/tables.h"
#include "ops/math/sigmoid/sigmoid-inl.h"
#include "ops/math/sigmoid/sigmoid_fast-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D, class V = hn::Vec<D>>
HWY_INLINE V Softplus(D d, V x, double beta, double threshold) {
  const hn::Rebind<float, D> df;
  const V t = hn::Mul(x, hn::Set(d, beta));
  // ln(1 + e^t) = max(t, 0) + ln(1 + e^-|t|)
  const V decaying = Log1p(d, Exp(d, hn::Neg(hn::Abs(t))));
  const V sum = hn::IfThenElse(hn::IsNaN(t), t, hn::Add(hn::Max(t, hn::Zero(d)), decaying));
  const V rounded = hn::PromoteTo(d, hn::DemoteTo(df, t));
  return hn::IfThenElse(hn::Gt(rounded, hn::Set(d, threshold)), x, hn::Div(sum, hn::Set(d, beta)));
}

// The same in float32; returns the lanes that are right.
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> SoftplusFast(D d, V x, float beta, float threshold, V& out) {
  const hn::RebindToSigned<D> di;
  constexpr bool kIsFloat32 = Stored::kMantissaBits == 24;
  constexpr float kLn2High = static_cast<float>(kLn2);
  constexpr float kLn2Low = static_cast<float>(kLn2 - kLn2High);
  const V zero = hn::Zero(d), one = hn::Set(d, 1.0f), half = hn::Set(d, 0.5f);
  const V factor = hn::Set(d, beta), inverse = hn::Set(d, 1 / beta);
  const V t = hn::Mul(x, factor), t_low = FusedMulSub(d, x, factor, t);

  // e^-|t| = 2^n (1 + w).
  const V minus_abs = hn::Max(hn::Neg(hn::Abs(t)), hn::Set(d, -80.0f));
  const V shifted =
      FusedMulAdd(d, minus_abs, hn::Set(d, static_cast<float>(kLog2E)), hn::Set(d, 0x1.8p23f));
  const V n = hn::Sub(shifted, hn::Set(d, 0x1.8p23f));
  const V power =
      hn::BitCast(d, hn::Add(hn::BitCast(di, one), hn::ShiftLeft<23>(hn::BitCast(di, shifted))));
  V r = FusedNegMulAdd(d, n, hn::Set(d, kLn2High), minus_abs), r_low = zero, quotient;
  if constexpr (kIsFloat32) {
    const V high = r, low = FusedNegMulAdd(d, n, hn::Set(d, kLn2Low),
                                           hn::IfNegativeThenElse(t, t_low, hn::Neg(t_low)));
    r = hn::Add(high, low);
    r_low = hn::Add(hn::Sub(high, r), low);
    quotient = FloatPolynomial(d, kExpm1Float32, r);
  } else {
    quotient = FloatPolynomial(d, kExpm1SixteenBit, r);
  }
  const V w = FusedMulAdd(d, hn::Mul(r, r), quotient, r);
  const V e = FusedMulAdd(d, power, w, power);

  // 1 + e = 2^k (1 + f) with k 0 or 1.
  const V sum = hn::Add(one, e);
  const auto doubled = hn::Gt(sum, hn::Set(d, 1.41421356f));
  const V lost = hn::Mul(hn::Sub(e, hn::Sub(sum, one)), half);
  const V f_high = FusedMulSub(d, sum, half, one), f_sum = hn::Add(f_high, lost);
  const V f = hn::IfThenElse(doubled, f_sum, e);
  const V ln2 = hn::IfThenElseZero(doubled, hn::Set(d, kLn2High));
  const V positive = hn::Max(t, zero);
  V value;
  if constexpr (kIsFloat32) {
    const V e_low = FusedMulAdd(d, power, hn::Add(w, r_low), hn::Sub(power, e));
    const V f_low = FusedMulAdd(d, e_low, half, hn::Add(hn::Sub(f_high, f_sum), lost));
    V small = hn::IfThenElse(doubled, hn::Add(f_low, hn::Set(d, kLn2Low)), e_low);
    small = hn::Add(small, hn::IfThenElseZero(hn::Gt(t, zero), t_low));
    const V square = hn::Mul(f, f);
    small = FusedMulAdd(
        d, square, FusedMulAdd(d, f, FloatPolynomial(d, kLogFloat32, f), hn::Set(d, -0.5f)), small);
    // f + small + ln2 + positive with the errors of these sums, divided by beta.
    const V first = hn::Add(f, small), second = hn::Add(ln2, first);
    const V greater = hn::Max(second, positive), lesser = hn::Min(second, positive);
    const V total = hn::Add(greater, lesser);
    const V rest =
        hn::Add(hn::Add(hn::Sub(greater, total), lesser),
                hn::Add(hn::Add(hn::Sub(ln2, second), first), hn::Add(hn::Sub(f, first), small)));
    value = hn::Mul(total, inverse);
    value = FusedMulAdd(d, hn::Add(FusedNegMulAdd(d, value, factor, total), rest), inverse, value);
  } else {
    const V tail = hn::Mul(
        hn::Mul(f, f), FusedMulAdd(d, f, FloatPolynomial(d, kLogSixteenBit, f), hn::Set(d, -0.5f)));
    value = hn::Mul(hn::Add(positive, hn::Add(ln2, hn::Add(f, tail))), inverse);
  }
  const auto is_linear = hn::Gt(t, hn::Set(d, threshold));
  out = hn::IfThenElse(is_linear, x, value);
  // Not where e, a quotient or its error would be subnormal.
  const float magnitude = std::abs(beta);
  const float last = magnitude > 0x1p-20f && magnitude < 0x1p8f ? 80.0f : -80.0f;
  return hn::Or(is_linear, hn::And(hn::Gt(t, hn::Set(d, -80.0f)), hn::Lt(t, hn::Set(d, last))));
}

// The gradient: grad / (1 + e^(-beta x)), but grad where the function is linear. `is_float64`: the
// product is compared as a double.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V SoftplusBackward(D d, V grad, V x, double beta, double threshold, bool is_float64) {
  const hn::Rebind<float, D> df;
  const V magic = hn::Set(d, 0x1.8p52), one = hn::Set(d, 1.0), zero = hn::Zero(d);
  const V factor = hn::Set(d, beta), t = hn::Mul(x, factor);
  // Beyond the limit all is 0 or 1. t_low is that of -|t|.
  constexpr double kLimit = -1500;
  const V lost =
      hn::IfThenElseZero(hn::Lt(hn::Abs(t), hn::Set(d, -kLimit)), FusedMulSub(d, x, factor, t));
  const V t_low = hn::IfNegativeThenElse(t, lost, hn::Neg(lost));
  V unscaled, low, shifted;
  SplitSigmoid(d, t, t_low, kLimit, unscaled, low, shifted);
  // Of negative t times 2^n, in steps that are numbers: a great gradient makes up for a tiny
  // derivative.
  V n = hn::IfNegativeThenElse(t, hn::Sub(shifted, magic), zero);
  const auto next_power = [&]() HWY_ATTR {
    const V part = hn::Max(n, hn::Set(d, -1000.0));
    n = hn::Sub(n, part);
    return TimesPowerOfTwo(d, one, hn::Add(part, magic));
  };
  const V power = next_power();
  const V high = hn::Mul(unscaled, power), rest = hn::Mul(grad, hn::Mul(low, power));
  // Infinities have no rest, and a rest of zero must not decide the sign of a zero.
  const auto has_rest = hn::And(hn::IsFinite(rest), hn::Ne(rest, zero));
  V value = hn::IfThenElse(has_rest, FusedMulAdd(d, grad, high, rest), hn::Mul(grad, high));
  value = hn::Mul(value, next_power());
  value = hn::Mul(value, next_power());
  value = hn::IfThenElse(hn::Eq(t, hn::Neg(hn::Inf(d))), hn::Mul(grad, zero), value);
  const V compared = is_float64 ? t : hn::PromoteTo(d, hn::DemoteTo(df, t));
  return hn::IfThenElse(hn::Gt(compared, hn::Set(d, threshold)), grad,
                        hn::IfThenElse(hn::IsNaN(t), t, value));
}

// The same in float32; returns the lanes that are right.
template <class Stored, class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> SoftplusBackwardFast(D d, V grad, V x, float beta, float threshold, V& out) {
  const V factor = hn::Set(d, beta), t = hn::Mul(x, factor);
  V value;
  hn::Mask<D> right;
  if constexpr (Stored::kMantissaBits == 24) {
    right = SigmoidFast<Stored>(d, t, value, FusedMulSub(d, x, factor, t));
  } else {
    right = SigmoidFast<Stored>(d, t, value);
  }
  const auto is_linear = hn::Gt(t, hn::Set(d, threshold));
  out = hn::IfThenElse(is_linear, grad, hn::Mul(grad, value));
  return right;
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
