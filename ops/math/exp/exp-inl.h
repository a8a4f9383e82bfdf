// e^x over double lanes: at most 0.56 ULP for normal results, 1 for subnormal ones, for all
// doubles.
//
//   x       e^x
//   +inf    +inf
//   -inf    +0
//   NaN     NaN

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_EXP_EXP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_EXP_EXP_INL_H_
#undef OPENACLNN_OPS_MATH_EXP_EXP_INL_H_
#else
#define OPENACLNN_OPS_MATH_EXP_EXP_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/math/coefficients.h"
#include "ops/math/exp-inl.h"
#include "ops/math/exp/tables.h"
#include "ops/math/fma-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// y 2^n, rounded once; it may overflow or become subnormal. y is about 1, and the lowest bits of
// `shifted` are n (SplitInteger).
template <class D, class V = hn::Vec<D>>
HWY_INLINE V TimesAnyPowerOfTwo(D d, V y, V shifted) {
  using T = hn::TFromD<D>;
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
  // By one instruction, which Highway 1.2 does not have.
  if constexpr (HWY_MAX_LANES_D(D) * sizeof(T) == 64) {
    constexpr T kShift = sizeof(T) == 4 ? 0x1.8p23f : 0x1.8p52;
    const V n = hn::Sub(shifted, hn::Set(d, kShift));
    if constexpr (sizeof(T) == 4) {
      return V{_mm512_scalef_ps(y.raw, n.raw)};
    } else {
      return V{_mm512_scalef_pd(y.raw, n.raw)};
    }
  }
#endif
  // The product of two powers, of which only the second rounds.
  const hn::RebindToSigned<D> di;
  constexpr int kMantissa = sizeof(T) == 4 ? 23 : 52;
  const auto n = hn::BitCast(di, shifted), half = hn::ShiftRight<1>(n);
  const auto first = hn::Add(hn::BitCast(di, y), hn::ShiftLeft<kMantissa>(half));
  const auto second =
      hn::Add(hn::BitCast(di, hn::Set(d, 1)), hn::ShiftLeft<kMantissa>(hn::Sub(n, half)));
  return hn::Mul(hn::BitCast(d, first), hn::BitCast(d, second));
}

// e^(x + x_low) = 2^n (1 + r + rest), |r| <= ln(2) / 2, for |x| < 2000 and an x_low of at most an
// ULP of x. The lowest bits of `shifted` are n; |rest| is at most 0.09.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void ReducedExp(D d, V x, V x_low, V& shifted, V& r, V& rest) {
  // ln(2) without its last 12 bits, so that products with n are exact, and what is left.
  constexpr double kLn2High = 0x1.62e42fefa3p-1, kLn2Low = 0x1.3de6af278ece6p-42;
  shifted = FusedMulAdd(d, x, hn::Set(d, kLog2E), hn::Set(d, 0x1.8p52));
  const V n = hn::Sub(shifted, hn::Set(d, 0x1.8p52));
  const V high = FusedNegMulAdd(d, n, hn::Set(d, kLn2High), x);
  const V low = FusedNegMulAdd(d, n, hn::Set(d, kLn2Low), x_low);
  r = hn::Add(high, low);
  const V r_low = hn::Add(hn::Sub(high, r), low);
  rest = FusedMulAdd(d, hn::Mul(r, r), Polynomial(d, kExpm1Float64, r), r_low);
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V Exp(D d, V x) {
  const V one = hn::Set(d, 1.0);
  // The result is 0 below the first bound and infinite above the second.
  const V clamped = hn::Min(hn::Max(x, hn::Set(d, -746.0)), hn::Set(d, 710.0));
  V shifted, r, rest;
  ReducedExp(d, clamped, hn::Zero(d), shifted, r, rest);
  const V sum = hn::Add(one, r);
  const V lost = hn::Add(hn::Sub(one, sum), r);
  const V value = TimesAnyPowerOfTwo(d, hn::Add(sum, hn::Add(lost, rest)), shifted);
  return hn::IfThenElse(hn::IsNaN(x), x, value);
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
