// Fused multiply-add with one rounding on every Highway target.
//
// Highway's own MulAdd rounds twice where the instruction set has no fused multiply-add, so a
// kernel that used it would give other bits there. These functions give the bits of std::fma
// everywhere: the instruction where there is one, else an exact emulation. The names differ from
// Highway's on purpose: argument-dependent lookup finds hn::MulAdd for any vector, even without
// "hn::".
//
//   FusedMulAdd(d, a, b, c)     a * b + c
//   FusedNegMulAdd(d, a, b, c)  c - a * b
//   FusedMulSub(d, a, b, c)     a * b - c
//
// D is a tag of float or double. All values are accepted, subnormals, infinities and NaN included.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_FMA_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_FMA_INL_H_
#undef OPENACLNN_OPS_MATH_FMA_INL_H_
#else
#define OPENACLNN_OPS_MATH_FMA_INL_H_
#endif

#ifdef __FAST_MATH__
#error \
    "relies on the exact meaning of every floating-point operation: compile it without -ffast-math"
#endif

#include <cmath>
#include <cstddef>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_NATIVE_FMA

template <class D, class V = hn::Vec<D>>
HWY_INLINE V FusedMulAdd(D /*d*/, V a, V b, V c) {
  return hn::MulAdd(a, b, c);
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V FusedNegMulAdd(D /*d*/, V a, V b, V c) {
  return hn::NegMulAdd(a, b, c);
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V FusedMulSub(D /*d*/, V a, V b, V c) {
  return hn::MulSub(a, b, c);
}

#else  // !HWY_NATIVE_FMA

// The part of an exact sum that its rounding lost (Knuth's TwoSum); NaN if the sum is not finite.
template <class V>
HWY_INLINE V SumError(V x, V y, V sum) {
  const V y_part = hn::Sub(sum, x);
  return hn::Add(hn::Sub(x, hn::Sub(sum, y_part)), hn::Sub(y, y_part));
}

// x + y in double, rounded to odd: towards zero, with the last bit set if anything was lost. A
// later rounding to at least two bits less then gives what one rounding of the exact sum would have
// given.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V AddToOdd(D d, V x, V y) {
  const hn::RebindToSigned<D> di;
  const V sum = hn::Add(x, y);
  const V error = SumError(x, y, sum);
  // False for NaN, so an infinite sum stays as it is.
  const auto inexact = hn::Or(hn::Lt(error, hn::Zero(d)), hn::Gt(error, hn::Zero(d)));
  const auto bits = hn::BitCast(di, sum);
  const auto away = hn::ShiftRight<63>(
      hn::Xor(bits, hn::BitCast(di, error)));  // -1 where the sum was rounded away from zero
  return hn::IfThenElse(inexact, hn::BitCast(d, hn::Or(hn::Add(bits, away), hn::Set(di, 1))), sum);
}

// a = high + low with at most 26 significant bits each (Veltkamp), so that products of parts are
// exact.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void SplitDouble(D d, V a, V& high, V& low) {
  const V scaled = hn::Mul(a, hn::Set(d, 134217729.0));  // 2^27 + 1
  high = hn::Sub(scaled, hn::Sub(scaled, a));
  low = hn::Sub(a, high);
}

// Lane by lane through the C library, for the operands whose intermediate results could leave the
// range of double.
template <class D, class V = hn::Vec<D>>
HWY_NOINLINE V ScalarFusedMulAdd(D d, V a, V b, V c) {
  HWY_ALIGN double as[HWY_MAX_LANES_D(D)];
  HWY_ALIGN double bs[HWY_MAX_LANES_D(D)];
  HWY_ALIGN double cs[HWY_MAX_LANES_D(D)];
  hn::Store(a, d, as);
  hn::Store(b, d, bs);
  hn::Store(c, d, cs);
  for (size_t i = 0; i < hn::Lanes(d); ++i) cs[i] = std::fma(as[i], bs[i], cs[i]);
  return hn::Load(d, cs);
}

// S. Boldo, G. Melquiond: "Emulation of a FMA and correctly rounded sums: proved algorithms using
// rounding to odd" (2008). Not inlined: a polynomial has a dozen of these, which would be most of a
// kernel's code and of the time to compile it.
template <class D, class V = hn::Vec<D>, HWY_IF_F64_D(D)>
HWY_NOINLINE V FusedMulAdd(D d, V a, V b, V c) {
  const V product = hn::Mul(a, b);
  const auto zero_product = hn::Or(hn::Eq(a, hn::Zero(d)), hn::Eq(b, hn::Zero(d)));
  // The product's rounding error must be representable, and nothing may overflow.
  const V limit = hn::Set(d, 0x1p+990);
  const V abs_product = hn::Abs(product);
  auto safe = hn::Or(hn::Ge(abs_product, hn::Set(d, 0x1p-960)), zero_product);
  safe = hn::And(safe, hn::And(hn::Le(hn::Abs(a), limit), hn::Le(hn::Abs(b), limit)));
  safe = hn::And(safe, hn::And(hn::Le(abs_product, limit), hn::Le(hn::Abs(c), limit)));
  if (HWY_UNLIKELY(!hn::AllTrue(d, safe))) return ScalarFusedMulAdd(d, a, b, c);

  V a_high, a_low, b_high, b_low;
  SplitDouble(d, a, a_high, a_low);
  SplitDouble(d, b, b_high, b_low);
  V product_error = hn::Sub(hn::Mul(a_high, b_high), product);  // Dekker: every step is exact
  product_error = hn::Add(product_error, hn::Mul(a_high, b_low));
  product_error = hn::Add(product_error, hn::Mul(a_low, b_high));
  product_error = hn::Add(product_error, hn::Mul(a_low, b_low));

  const V tail = hn::Add(c, product_error);
  const V tail_error = SumError(c, product_error, tail);
  const V head = hn::Add(product, tail);
  const V head_error = SumError(product, tail, head);
  const V result = hn::Add(head, AddToOdd(d, tail_error, head_error));
  // Keeps the sign of a zero sum.
  return hn::IfThenElse(zero_product, hn::Add(product, c), result);
}

// Double to float, rounded to nearest even. On its scalar targets Highway's DemoteTo turns infinity
// and overflow into the largest float.
template <class DF, class DD, class VF = hn::Vec<DF>, class VD = hn::Vec<DD>>
HWY_INLINE VF NarrowToFloat(DF df, DD dd, VD v) {
#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
  HWY_ALIGN double wide[HWY_MAX_LANES_D(DD)];
  HWY_ALIGN float narrow[HWY_MAX_LANES_D(DD)];
  hn::Store(v, dd, wide);
  for (size_t i = 0; i < hn::Lanes(dd); ++i) narrow[i] = static_cast<float>(wide[i]);
  return hn::Load(df, narrow);
#else
  (void)dd;
  return hn::DemoteTo(df, v);
#endif
}

// The product of two floats is exact in double.
template <class DF, class DD, class VF = hn::Vec<DF>, class VD = hn::Vec<DD>>
HWY_INLINE VF NarrowFusedMulAdd(DF df, DD dd, VD a, VD b, VD c) {
  return NarrowToFloat(df, dd, AddToOdd(dd, hn::Mul(a, b), c));
}

template <class D, class V = hn::Vec<D>, HWY_IF_F32_D(D)>
HWY_INLINE V FusedMulAdd(D d, V a, V b, V c) {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (HWY_MAX_LANES_D(D) * sizeof(double) > HWY_MAX_BYTES) {
    const hn::Half<D> dh;
    const hn::Repartition<double, D> dd;
    const auto low = NarrowFusedMulAdd(dh, dd, hn::PromoteLowerTo(dd, a), hn::PromoteLowerTo(dd, b),
                                       hn::PromoteLowerTo(dd, c));
    const auto high = NarrowFusedMulAdd(dh, dd, hn::PromoteUpperTo(dd, a),
                                        hn::PromoteUpperTo(dd, b), hn::PromoteUpperTo(dd, c));
    return hn::Combine(d, high, low);
  } else  // NOLINT(readability/braces)
#endif
  {
    const hn::Rebind<double, D> dd;
    return NarrowFusedMulAdd(d, dd, hn::PromoteTo(dd, a), hn::PromoteTo(dd, b),
                             hn::PromoteTo(dd, c));
  }
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V FusedNegMulAdd(D d, V a, V b, V c) {
  return FusedMulAdd(d, hn::Neg(a), b, c);
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V FusedMulSub(D d, V a, V b, V c) {
  return FusedMulAdd(d, a, b, hn::Neg(c));
}

#endif  // HWY_NATIVE_FMA

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
