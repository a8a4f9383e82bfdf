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

#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "ops/math/fma-inl.h"
#include "ops/math/gelu/exact_tables.h"
#include "ops/math/gelu/gelu-inl.h"
#include "ops/math/tiny-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The intervals of a table, and the same by coefficient.
struct ExactTable {
  static constexpr int kNumbers = kGeluExactDegree + 2;
  constexpr explicit ExactTable(const ExactIntervals& table) {
    for (int k = 0; k < 16; ++k) {
      for (int i = 0; i < kNumbers; ++i) intervals[k][i] = rows[i][k] = table[k][i];
    }
  }
  alignas(64) double rows[kNumbers][16];
  alignas(64) double intervals[16][kNumbers];
};

inline constexpr ExactTable kGeluErfDerivativeTable(kGeluErfDerivativeIntervals);
inline constexpr ExactTable kGeluErfFactorTable(kGeluErfFactorIntervals);
inline constexpr ExactTable kGeluTanhDerivativeTable(kGeluTanhDerivativeIntervals);

// Vectors of SVE and RVV cannot be elements of an array.
#if !HWY_HAVE_SCALABLE && !(HWY_TARGET & HWY_ALL_SVE)
// numbers[i] = table.rows[i][index], 0 <= index < 16.
template <class D, class VI, class V = hn::Vec<D>>
HWY_INLINE void LookUpAll(D d, const ExactTable& table, VI index,
                          V (&numbers)[ExactTable::kNumbers]) {
  constexpr size_t kLanes = HWY_MAX_LANES_D(D);
  if constexpr (kLanes == 8) {
    // From registers.
    const auto indices = hn::IndicesFromVec(d, index);
    HWY_UNROLL(12)
    for (int i = 0; i < ExactTable::kNumbers; ++i) {
      numbers[i] = hn::TwoTablesLookupLanes(d, hn::Load(d, table.rows[i]),
                                            hn::Load(d, table.rows[i] + 8), indices);
    }
  } else {
    // From each lane's interval two at a time, transposed.
    static_assert(ExactTable::kNumbers % 2 == 0);
    HWY_ALIGN int64_t lanes[kLanes];
    hn::Store(index, hn::RebindToSigned<D>(), lanes);
    HWY_UNROLL(12)
    for (int i = 0; i < ExactTable::kNumbers; i += 2) {
      const auto load = [&](auto dx, size_t lane)
                            HWY_ATTR { return hn::LoadU(dx, &table.intervals[lanes[lane]][i]); };
      if constexpr (kLanes == 4) {
        const hn::Half<D> half;
        const V a = hn::Combine(d, load(half, 2), load(half, 0)),
                b = hn::Combine(d, load(half, 3), load(half, 1));
        numbers[i] = hn::InterleaveLower(d, a, b);
        numbers[i + 1] = hn::InterleaveUpper(d, a, b);
      } else if constexpr (kLanes == 2) {
        const V a = load(d, 0), b = load(d, 1);
        numbers[i] = hn::InterleaveLower(d, a, b);
        numbers[i + 1] = hn::InterleaveUpper(d, a, b);
      } else {
        static_assert(kLanes == 1);
        numbers[i] = load(d, 0);
        numbers[i + 1] = hn::Set(d, table.intervals[lanes[0]][i + 1]);
      }
    }
  }
}
#endif

// The function that `table` is for, at -t, 0 <= t < kGeluExactTableEnd; other lanes' results mean
// nothing.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V AtMinus(D d, const ExactTable& table, V t) {
  const hn::RebindToSigned<D> di;
  // The sum is rounded to a multiple of 1/4, and its last bits count them.
  const auto index = hn::And(hn::BitCast(di, hn::Add(t, hn::Set(d, 0x1.8p50))), hn::Set(di, 15));
  // First the centre, then the coefficients.
#if HWY_HAVE_SCALABLE || (HWY_TARGET & HWY_ALL_SVE)
  const auto number = [&](int i) HWY_ATTR { return hn::GatherIndex(d, table.rows[i], index); };
#else
  V numbers[ExactTable::kNumbers];
  LookUpAll(d, table, index, numbers);
  const auto number = [&](int i) HWY_ATTR { return numbers[i]; };
#endif
  const V u = hn::Sub(t, number(0));
  // Two sums, so that they need not wait for each other.
  const V u2 = hn::Mul(u, u);
  V even = number(1), odd = number(2);
  HWY_UNROLL(12)
  for (int i = 3; i < ExactTable::kNumbers; i += 2) even = FusedMulAdd(d, even, u2, number(i));
  HWY_UNROLL(12)
  for (int i = 4; i < ExactTable::kNumbers; i += 2) odd = FusedMulAdd(d, odd, u2, number(i));
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
