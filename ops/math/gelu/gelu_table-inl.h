// GELU and its derivative in double like gelu-inl.h, but where |x| is small by piecewise
// polynomials: in half the time, rounded to the same float32 numbers.
//
// Where the sum is so near the middle between two float32 numbers that its error could decide, and
// beyond the table, gelu-inl.h computes. The same doubles on every target. Counted for 8 lanes of
// AVX-512, the derivative times a gradient, float32 loaded and stored: 12 look-ups and 31 other
// operations on two ports, 22 cycles.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_GELU_GELU_TABLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_GELU_GELU_TABLE_INL_H_
#undef OPENACLNN_OPS_MATH_GELU_GELU_TABLE_INL_H_
#else
#define OPENACLNN_OPS_MATH_GELU_GELU_TABLE_INL_H_
#endif

#include <cstdint>

#include "hwy/highway.h"
#include "ops/math/fma-inl.h"
#include "ops/math/gelu/exact_tables.h"
#include "ops/math/gelu/gelu-inl.h"
#include "ops/math/look_up-inl.h"
#include "ops/math/tiny-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The function that `table` is for, at -t, 0 <= t < kGeluExactTableEnd; other lanes' results mean
// nothing.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V AtMinus(D d, const ExactTable& table, V t) {
  const hn::RebindToSigned<D> di;
  // The sum is rounded to a multiple of 1/4, and its last bits count them.
  const auto index = hn::And(hn::BitCast(di, hn::Add(t, hn::Set(d, 0x1.8p50))), hn::Set(di, 15));
  const LookUp numbers(d, table, index);
  const V u = hn::Sub(t, numbers[0]);
  // Two sums, so that they need not wait for each other.
  const V u2 = hn::Mul(u, u);
  V even = numbers[1], odd = numbers[2];
  HWY_UNROLL(12)
  for (int i = 3; i < ExactTable::kRows; i += 2) even = FusedMulAdd(d, even, u2, numbers[i]);
  HWY_UNROLL(12)
  for (int i = 4; i < ExactTable::kRows; i += 2) odd = FusedMulAdd(d, odd, u2, numbers[i]);
  return FusedMulAdd(d, odd, u, even);
}

// Whether `value`, which is off by less than its 2^-48th part, is certain to round to the right
// float32, if that is normal.
template <class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> RoundsToFloat32(D d, V value) {
  const hn::RebindToUnsigned<D> du;
  // Of the last 29 bits, which float32 does not have, 2^28 is the middle. Not within 2^5 of it is
  // what has one of the upper bits set here.
  const auto from_middle = hn::Add(hn::BitCast(du, value), hn::Set(du, (uint64_t{1} << 28) + 32));
  return hn::RebindMask(
      d, hn::Ne(hn::And(from_middle, hn::Set(du, (uint64_t{1} << 29) - 64)), hn::Zero(du)));
}

// Whether `near`, computed by a table at |x| = t, rounds to the right float32; false for NaN.
template <class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> IsRight(D d, V t, V near) {
  return hn::And(hn::Lt(t, hn::Set(d, kGeluExactTableEnd)), RoundsToFloat32(d, near));
}

// A form of GELU (see gelu_fast-inl.h) whose functions in double are these, where it has tables.
template <class Form>
struct ByTable : Form {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V ExactDerivative(D d, V x) {
    const V t = hn::Abs(x);
    const V at_minus_t = AtMinus(d, Form::DerivativeTable(), t);
    const V near = Reflect(d, x, at_minus_t);
    const auto right = IsRight(d, t, near);
    if (HWY_LIKELY(hn::AllTrue(d, right))) return near;
    return hn::IfThenElse(right, near, DerivativeByFormula(d, x));
  }

  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Exact(D d, V x) {
    if constexpr (requires { Form::FactorTable(); }) {
      const V t = hn::Abs(x);
      const V at_minus_t = AtMinus(d, Form::FactorTable(), t);
      const V near = AboveHalfWhereTiny(d, x, hn::Mul(x, Reflect(d, x, at_minus_t)));
      const auto right = IsRight(d, t, near);
      if (HWY_LIKELY(hn::AllTrue(d, right))) return near;
      return hn::IfThenElse(right, near, ByFormula(d, x));
    } else {
      return Form::Exact(d, x);  // as fast
    }
  }

 private:
  // Apart, so that they cost no registers.
  template <class D, class V = hn::Vec<D>>
  static HWY_NOINLINE HWY_ATTR V DerivativeByFormula(D d, V x) {
    return Form::ExactDerivative(d, x);
  }
  template <class D, class V = hn::Vec<D>>
  static HWY_NOINLINE HWY_ATTR V ByFormula(D d, V x) {
    return Form::Exact(d, x);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
