// Functions in float32 by piecewise polynomials whose coefficients are looked up by interval.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_PIECEWISE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_PIECEWISE_INL_H_
#undef OPENACLNN_OPS_MATH_PIECEWISE_INL_H_
#else
#define OPENACLNN_OPS_MATH_PIECEWISE_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/math/fma-inl.h"
#include "ops/math/look_up-inl.h"
#include "ops/math/piecewise.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Not inlined where every fused multiply-add is emulated: it would be most of the time to compile a
// kernel.
#undef OPENACLNN_INLINE_PIECEWISE
#if HWY_NATIVE_FMA
#define OPENACLNN_INLINE_PIECEWISE HWY_INLINE
#else
#define OPENACLNN_INLINE_PIECEWISE HWY_NOINLINE
#endif

// The function that `table` is for, at x + low. `counted` is a float so large that its last bits
// are an integer: the interval that holds x.
template <class Table, class D, class V = hn::Vec<D>, class... Low>
OPENACLNN_INLINE_PIECEWISE V Piecewise(D d, const Table& table, V x, V counted, Low... low) {
  const hn::RebindToSigned<D> di;
  const auto index = hn::And(hn::BitCast(di, counted), hn::Set(di, Table::kIntervals - 1));
  const LookUp numbers(d, table, index);
  V u = hn::Sub(x, numbers[0]);
  ((u = hn::Add(u, low)), ...);
  V sum = numbers[Table::kDegree + 1];
  HWY_UNROLL(8)
  for (int i = Table::kDegree; i > 0; --i) sum = FusedMulAdd(d, sum, u, numbers[i]);
  if constexpr (Table::kExactSlope) sum = FusedMulAdd(d, numbers[Table::kDegree + 2], u, sum);
  return sum;
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
