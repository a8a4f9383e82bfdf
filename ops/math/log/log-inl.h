// Logarithms over double lanes: at most 0.8 ULP for all doubles.
//
//   x       Log<Base>   Log1p
//   +inf    +inf        +inf
//   0       -inf        x (zeros keep their sign)
//   -1      NaN         -inf
//   < -1    NaN         NaN
//   NaN     NaN         NaN
//
// x = 2^k m with m from sqrt(1/2) to sqrt(2); the logarithm of m = 1 + f is the sum of two numbers.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_LOG_LOG_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_LOG_LOG_INL_H_
#undef OPENACLNN_OPS_MATH_LOG_LOG_INL_H_
#else
#define OPENACLNN_OPS_MATH_LOG_LOG_INL_H_
#endif

#include <cstdint>
#include <limits>
#include <type_traits>

#include "hwy/highway.h"
#include "ops/math/exp-inl.h"
#include "ops/math/fma-inl.h"
#include "ops/math/log/tables.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// x = 2^k m, for positive normal x.
template <class D, class V = hn::Vec<D>, class VI = hn::Vec<hn::RebindToSigned<D>>>
HWY_INLINE V SplitExponent(D d, V x, VI& k) {
  const hn::RebindToSigned<D> di;
  using Bits = hn::TFromD<decltype(di)>;
  constexpr bool kIsFloat = sizeof(Bits) == 4;
  constexpr int kMantissa = kIsFloat ? 23 : 52;
  constexpr Bits kRootOfHalf = static_cast<Bits>(kIsFloat ? 0x3f3504f3 : 0x3fe6a09e667f3bcd);
  const auto bits = hn::BitCast(di, x);
  k = hn::ShiftRight<kMantissa>(hn::Sub(bits, hn::Set(di, kRootOfHalf)));
  return hn::BitCast(d, hn::Sub(bits, hn::ShiftLeft<kMantissa>(k)));
}

// high + low = ln(1 + f) + c, for f from SplitExponent and a c of at most an ULP of it.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void LnOfOnePlus(D d, V f, V c, V& high, V& low) {
  const V s = hn::Div(f, hn::Add(f, hn::Set(d, 2.0)));
  const V z = hn::Mul(s, s);
  const V half_f = hn::Mul(f, hn::Set(d, 0.5));
  const V half_square = hn::Mul(half_f, f);
  const V half_square_low = FusedMulSub(d, half_f, f, half_square);
  const V series = hn::Mul(s, FusedMulAdd(d, z, Polynomial(d, kLogFloat64, z), half_square));
  const V difference = hn::Sub(f, half_square);
  const V lost = hn::Sub(hn::Sub(hn::Sub(f, difference), half_square), half_square_low);
  const V rest = hn::Add(series, hn::Add(lost, c));
  high = hn::Add(difference, rest);
  low = hn::Add(hn::Sub(difference, high), rest);
}

// high + low becomes k times the logarithm of 2, and factor times high + low.
template <class Base, class D, class V = hn::Vec<D>>
HWY_INLINE void ToBase(D d, V k, V& high, V& low) {
  if constexpr (!std::is_same_v<Base, BaseE>) {
    const V factor = hn::Set(d, Base::kFactor);
    const V product = hn::Mul(high, factor);
    const V small = FusedMulAdd(d, high, hn::Set(d, Base::kFactorLow), hn::Mul(low, factor));
    low = hn::Add(FusedMulSub(d, high, factor, product), small);
    high = product;
  }
  // Exact; and greater than `high` if it is not 0.
  const V whole = hn::Mul(k, hn::Set(d, Base::kOfTwo));
  const V sum = hn::Add(whole, high);
  const V lost = hn::Add(hn::Sub(whole, sum), high);
  low = hn::Add(lost, FusedMulAdd(d, k, hn::Set(d, Base::kOfTwoLow), low));
  high = sum;
}

// `value`, but for x that are not positive and finite.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V LogSpecials(D d, V x, V value) {
  using T = hn::TFromD<D>;
  const V zero = hn::Zero(d), infinity = hn::Set(d, std::numeric_limits<T>::infinity());
  value = hn::IfThenElse(hn::Lt(x, infinity), value, x);
  value = hn::IfThenElse(hn::Eq(x, zero), hn::Neg(infinity), value);
  return hn::IfThenElse(hn::Lt(x, zero), hn::Set(d, std::numeric_limits<T>::quiet_NaN()), value);
}

template <class Base, class D, class V = hn::Vec<D>>
HWY_INLINE V Log(D d, V x) {
  const auto subnormal = hn::Lt(x, hn::Set(d, 0x1p-1022));
  const V normal = hn::IfThenElse(subnormal, hn::Mul(x, hn::Set(d, 0x1p54)), x);
  hn::Vec<hn::RebindToSigned<D>> exponent;
  const V m = SplitExponent(d, normal, exponent);
  const V k = hn::Sub(hn::ConvertTo(d, exponent), hn::IfThenElseZero(subnormal, hn::Set(d, 54.0)));
  V high, low;
  LnOfOnePlus(d, hn::Sub(m, hn::Set(d, 1.0)), hn::Zero(d), high, low);
  ToBase<Base>(d, k, high, low);
  return LogSpecials(d, x, hn::Add(high, low));
}

// ln(1 + x + x_low) as high + low, for -1 < x + x_low, finite, and an x_low of at most an ULP of x.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void Log1pParts(D d, V x, V x_low, V& high, V& low) {
  const hn::RebindToSigned<D> di;
  const V one = hn::Set(d, 1.0);
  // What the sum loses is exact, or too small to matter.
  const V sum = hn::Add(x, one);
  const V lost = hn::Add(hn::Sub(x, hn::Sub(sum, one)), x_low);
  hn::Vec<decltype(di)> exponent;
  const V m = SplitExponent(d, sum, exponent);
  const auto scale =
      hn::ShiftLeft<52>(hn::Sub(hn::Set(di, 1023), hn::Min(exponent, hn::Set(di, 1000))));
  const V f_high = hn::Sub(m, one), f_low = hn::Mul(lost, hn::BitCast(d, scale));
  const V f = hn::Add(f_high, f_low);
  const V c = hn::Div(hn::Add(hn::Sub(f_high, f), f_low), hn::Add(one, f));
  LnOfOnePlus(d, f, c, high, low);
  ToBase<BaseE>(d, hn::ConvertTo(d, exponent), high, low);
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V Log1p(D d, V x) {
  V high, low;
  Log1pParts(d, x, hn::Zero(d), high, low);
  const V value = LogSpecials(d, hn::Add(x, hn::Set(d, 1.0)), hn::Add(high, low));
  return hn::IfThenElse(hn::Eq(x, hn::Zero(d)), x, value);
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
