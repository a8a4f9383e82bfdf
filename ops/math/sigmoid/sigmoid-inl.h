// The logistic function 1 / (1 + e^-x), and its gradient from its result, over double lanes: at
// most 0.6 ULP of float64 for normal results, 1 for subnormal ones, for all doubles.
//
//   x       sigmoid
//   +inf    1
//   -inf    +0
//   NaN     NaN

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_SIGMOID_SIGMOID_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_SIGMOID_SIGMOID_INL_H_
#undef OPENACLNN_OPS_MATH_SIGMOID_SIGMOID_INL_H_
#else
#define OPENACLNN_OPS_MATH_SIGMOID_SIGMOID_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/math/exp/exp-inl.h"
#include "ops/math/fma-inl.h"
#include "ops/math/quadratic-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The logistic function of x + x_low, high + low: of negative x times 2^n, where the lowest bits of
// `shifted` are n. e / (1 + e) for negative x and 1 / (1 + e) for others, e = e^-|x|, with e and
// the sum in two parts. For limit <= x, -1900 <= limit, and an x_low of at most an ULP of x.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void SplitSigmoid(D d, V x, V x_low, double limit, V& high, V& low, V& shifted) {
  const V one = hn::Set(d, 1.0), zero = hn::Zero(d);
  const V minus_t = hn::Max(hn::Neg(hn::Abs(x)), hn::Set(d, limit));
  V r, exp_rest;
  ReducedExp(d, minus_t, x_low, shifted, r, exp_rest);
  // Beside 1 a smaller power is as good as none.
  const V power = TimesPowerOfTwo(d, one, hn::Max(shifted, hn::Set(d, 0x1.8p52 - 1000)));
  // 2^n (head + tail) = e.
  const V expm1 = hn::Add(r, exp_rest), expm1_low = hn::Add(hn::Sub(r, expm1), exp_rest);
  const V head = hn::Add(one, expm1);
  const V tail = hn::Add(hn::Add(hn::Sub(one, head), expm1), expm1_low);
  const V e = hn::Mul(head, power);
  const V sum = hn::Add(one, e);
  const V sum_low = FusedMulAdd(d, tail, power, hn::Sub(e, hn::Sub(sum, one)));
  // The quotient, corrected by what it leaves. e is scaled last, when it may become subnormal.
  const V numerator = hn::IfNegativeThenElse(x, head, one);
  const V numerator_low = hn::IfNegativeThenElse(x, tail, zero);
  const V inverse = hn::Div(one, sum);
  high = hn::Mul(numerator, inverse);
  const V rest = hn::Add(FusedNegMulAdd(d, high, sum, numerator),
                         FusedNegMulAdd(d, high, sum_low, numerator_low));
  low = hn::Mul(rest, inverse);
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V Sigmoid(D d, V x) {
  V high, low, shifted;
  SplitSigmoid(d, x, hn::Zero(d), -746.0, high, low, shifted);  // from there on the result is 0
  const V quotient = hn::Add(high, low);
  const V value = hn::IfNegativeThenElse(x, TimesAnyPowerOfTwo(d, quotient, shifted), quotient);
  return hn::IfThenElse(hn::IsNaN(x), x, value);
}

// grad y (1 - y).
template <class D, class V = hn::Vec<D>>
HWY_INLINE V SigmoidBackward(D d, V grad, V y) {
  return TimesQuadratic(d, grad, y, [d](V one, V of, V& high, V& low) HWY_ATTR {
    V complement, rest;
    ExactDifference(one, of, complement, rest);
    high = hn::Mul(of, complement);
    low = FusedMulAdd(d, of, rest, FusedMulSub(d, of, complement, high));
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
