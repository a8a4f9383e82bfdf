// x^y over double lanes: at most 0.7 ULP for all doubles. Special values as of C's pow().

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_POW_POW_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_POW_POW_INL_H_
#undef OPENACLNN_OPS_MATH_POW_POW_INL_H_
#else
#define OPENACLNN_OPS_MATH_POW_POW_INL_H_
#endif

#include <limits>
#include <type_traits>

#include "hwy/highway.h"
#include "ops/math/exp/exp-inl.h"
#include "ops/math/fma-inl.h"
#include "ops/math/pow/tables.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// high + low = ln(t), with a relative error of 2^-65, for positive finite t.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void LnParts(D d, V t, V& high, V& low) {
  const hn::RebindToSigned<D> di;
  const V one = hn::Set(d, 1.0);
  const auto subnormal = hn::Lt(t, hn::Set(d, 0x1p-1022));
  const auto bits = hn::BitCast(di, hn::IfThenElse(subnormal, hn::Mul(t, hn::Set(d, 0x1p54)), t));
  const auto from_first = hn::Sub(bits, hn::Set(di, kPowFirst));
  const auto exponent = hn::ShiftRight<52>(from_first);
  const V m = hn::BitCast(d, hn::Sub(bits, hn::ShiftLeft<52>(exponent)));
  const auto row = hn::And(hn::ShiftRight<kPowShift>(from_first), hn::Set(di, 127));
  const V k = hn::Sub(hn::ConvertTo(d, exponent), hn::IfThenElseZero(subnormal, hn::Set(d, 54.0)));

  // c m - 1 = r + r_low without an error.
  const V c = hn::GatherIndex(d, kPowFactor, row);
  const V product = hn::Mul(m, c);
  const V r = hn::Sub(product, one), r_low = FusedMulSub(d, m, c, product);
  // k ln(2) - ln(c), exactly, but for the small parts; it is 0 or greater than r, which is greater
  // than r^2 / 2.
  const V whole = FusedMulAdd(d, k, hn::Set(d, kPowLn2), hn::GatherIndex(d, kPowLog, row));
  const V sum = hn::Add(whole, r), sum_low = hn::Add(hn::Sub(whole, sum), r);
  const V half_r = hn::Mul(r, hn::Set(d, -0.5)), square = hn::Mul(r, half_r);
  const V square_low = FusedMulSub(d, r, half_r, square);
  const V top = hn::Add(sum, square), top_low = hn::Add(hn::Sub(sum, top), square);
  const V cubic = hn::Mul(hn::Mul(hn::Mul(r, r), r), Polynomial(d, kPowLog1p, r));
  V small = FusedMulAdd(d, k, hn::Set(d, kPowLn2Low), hn::GatherIndex(d, kPowLogLow, row));
  // r_low times the derivative at r.
  small = FusedMulAdd(d, r_low, FusedNegMulAdd(d, r, hn::Sub(one, r), one), small);
  small = hn::Add(hn::Add(small, hn::Add(sum_low, top_low)), hn::Add(square_low, cubic));
  high = hn::Add(top, small);
  low = hn::Add(hn::Sub(top, high), small);
}

// Where y is an integer, and where it is an odd one.
template <class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> IsInteger(D /*d*/, V y) {
  return hn::Eq(hn::Round(y), y);
}
template <class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> IsOdd(D d, V y) {
  return hn::And(IsInteger(d, y),
                 hn::Ne(hn::Round(hn::Mul(y, hn::Set(d, 0.5))), hn::Mul(y, hn::Set(d, 0.5))));
}

// `value`, which is |x|^y, as x^y.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V PowSpecials(D d, V x, V y, V value) {
  using T = hn::TFromD<D>;
  const V one = hn::Set(d, T{1}), nan = hn::Set(d, std::numeric_limits<T>::quiet_NaN());
  const V t = hn::Abs(x), infinity = hn::Set(d, std::numeric_limits<T>::infinity());
  const auto negative = hn::And(hn::Lt(x, hn::Zero(d)), hn::Lt(t, infinity));
  value = hn::IfThenElse(hn::AndNot(IsInteger(d, y), negative), nan, value);
  value = hn::IfThenElse(IsOdd(d, y), hn::CopySign(value, x), value);
  value = hn::IfThenElse(hn::Or(hn::IsNaN(x), hn::IsNaN(y)), nan, value);
  // 1 to every power, and -1 to an infinite one.
  const auto is_one = hn::Or(hn::Eq(x, one), hn::And(hn::Eq(t, one), hn::Eq(hn::Abs(y), infinity)));
  return hn::IfThenElse(hn::Or(is_one, hn::Eq(y, hn::Zero(d))), one, value);
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V Pow(D d, V x, V y) {
  const V t = hn::Abs(x), one = hn::Set(d, 1.0),
          infinity = hn::Set(d, std::numeric_limits<double>::infinity());
  V high, low;
  LnParts(d, t, high, low);
  high = hn::IfThenElse(hn::Eq(t, infinity), infinity, high);
  high = hn::IfThenElse(hn::Eq(t, hn::Zero(d)), hn::Neg(infinity), high);
  // Beyond these bounds the result is 0 or infinite.
  const V product = hn::Mul(y, high);
  const V clamped = hn::Min(hn::Max(product, hn::Set(d, -746.0)), hn::Set(d, 710.0));
  const V product_low = FusedMulAdd(d, y, low, FusedMulSub(d, y, high, product));
  V shifted, r, rest;
  ReducedExp(d, clamped, hn::IfThenElseZero(hn::Eq(clamped, product), product_low), shifted, r,
             rest);
  const V sum = hn::Add(one, r), lost = hn::Add(hn::Sub(one, sum), r);
  const V value = TimesAnyPowerOfTwo(d, hn::Add(sum, hn::Add(lost, rest)), shifted);
  return PowSpecials(d, x, y, value);
}

// Of integers, which wrap, by squaring.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V PowInteger(D d, V x, V y) {
  using T = hn::TFromD<D>;
  const V zero = hn::Zero(d), one = hn::Set(d, T{1});
  const auto is_odd = [&](V bits) HWY_ATTR { return hn::Ne(hn::And(bits, one), zero); };
  const auto odd = is_odd(y);
  V power = one, square = x, rest = y;
  for (int bit = 0; bit < static_cast<int>(8 * sizeof(T)); ++bit) {
    power = hn::IfThenElse(is_odd(rest), hn::Mul(power, square), power);
    square = hn::Mul(square, square);
    rest = hn::ShiftRight<1>(rest);
  }
  if constexpr (std::is_signed_v<T>) {
    // Of 1 and -1 alone the reciprocal of a power is an integer.
    const V minus_one = hn::Set(d, T{-1});
    V reciprocal = hn::IfThenElseZero(hn::Eq(x, one), one);
    reciprocal =
        hn::IfThenElse(hn::Eq(x, minus_one), hn::IfThenElse(odd, minus_one, one), reciprocal);
    power = hn::IfThenElse(hn::Lt(y, zero), reciprocal, power);
  }
  return power;
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
