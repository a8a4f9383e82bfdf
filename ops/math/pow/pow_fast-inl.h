// x^y in double arithmetic that suffices for float32 results: at most 0.503 ULP. The same bits on
// every target.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_POW_POW_FAST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_POW_POW_FAST_INL_H_
#undef OPENACLNN_OPS_MATH_POW_POW_FAST_INL_H_
#else
#define OPENACLNN_OPS_MATH_POW_POW_FAST_INL_H_
#endif

#include <cstdint>

#include "hwy/highway.h"
#include "ops/math/exp-inl.h"
#include "ops/math/fma-inl.h"
#include "ops/math/look_up-inl.h"
#include "ops/math/pow/pow-inl.h"
#include "ops/math/pow/tables.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// y log2(t) for positive normal t, with a relative error of 2^-40.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V TimesLog2(D d, V t, V y) {
  const hn::RebindToSigned<D> di;
  const auto bits = hn::BitCast(di, t), from_first = hn::Sub(bits, hn::Set(di, kPowShortFirst));
  const auto exponent = hn::ShiftRight<52>(from_first);
  const V m = hn::BitCast(d, hn::Sub(bits, hn::ShiftLeft<52>(exponent)));
  const auto row = hn::And(hn::ShiftRight<kPowShortShift>(from_first), hn::Set(di, 7));
  const LookUp numbers(d, kPowShort, row);
  const V r = FusedMulAdd(d, m, numbers[0], hn::Set(d, -1.0));
  const V whole = hn::Add(hn::ConvertTo(d, exponent), numbers[1]);
  return hn::Mul(y, FusedMulAdd(d, r, Polynomial(d, kPowLog2, r), whole));
}

// x^y of float32 numbers. Sets `right` to the lanes where |x| and the result are normal numbers.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V PowFast(D d, V x, V y, hn::Mask<D>& right) {
  const hn::RebindToUnsigned<D> du;
  const V t = hn::Abs(x);
  V exponent, power;
  const auto of_doubles = [](auto df, auto dd, auto base, auto factor, auto& binary) HWY_ATTR {
    const auto z = TimesLog2(dd, base, factor);
    const auto limit = hn::Set(dd, 200.0);
    const auto clamped = hn::Min(hn::Max(z, hn::Neg(limit)), limit);
    binary = hn::DemoteTo(df, clamped);
    return hn::DemoteTo(df, Exp2(dd, kPowExp2, clamped));
  };
#if HWY_TARGET != HWY_SCALAR
  if constexpr (HWY_MAX_LANES_D(D) * sizeof(double) > HWY_MAX_BYTES) {
    const hn::Half<D> dh;
    const hn::Repartition<double, D> dd;
    hn::Vec<decltype(dh)> low_exponent, high_exponent;
    const auto low =
        of_doubles(dh, dd, hn::PromoteLowerTo(dd, t), hn::PromoteLowerTo(dd, y), low_exponent);
    const auto high =
        of_doubles(dh, dd, hn::PromoteUpperTo(dd, t), hn::PromoteUpperTo(dd, y), high_exponent);
    power = hn::Combine(d, high, low);
    exponent = hn::Combine(d, high_exponent, low_exponent);
  } else  // NOLINT(readability/braces)
#endif
  {
    const hn::Rebind<double, D> dd;
    power = of_doubles(d, dd, hn::PromoteTo(dd, t), hn::PromoteTo(dd, y), exponent);
  }
  constexpr uint32_t kLeast = 0x00800000, kInfinity = 0x7f800000;
  const auto normal =
      hn::Lt(hn::Sub(hn::BitCast(du, t), hn::Set(du, kLeast)), hn::Set(du, kInfinity - kLeast));
  right = hn::And(hn::RebindMask(d, normal), hn::Lt(hn::Abs(exponent), hn::Set(d, 125.0f)));
  return PowSpecials(d, x, y, power);
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
