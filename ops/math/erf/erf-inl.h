// The error function, by polynomials that are looked up by interval (tables.py). The same bits on
// every target.
//
//   x       erf(x)
//   +-inf   +-1
//   +-0     +-0
//   NaN     NaN

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_ERF_ERF_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_ERF_ERF_INL_H_
#undef OPENACLNN_OPS_MATH_ERF_ERF_INL_H_
#else
#define OPENACLNN_OPS_MATH_ERF_ERF_INL_H_
#endif

#include <cstddef>

#include "hwy/highway.h"
#include "ops/math/erf/tables.h"
#include "ops/math/exp-inl.h"
#include "ops/math/fma-inl.h"
#include "ops/math/look_up-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// At most 0.7 ULP of float64, for all doubles.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Erf(D d, V x) {
  constexpr size_t kRows = sizeof(kErfDouble) / sizeof(kErfDouble[0]);
  const hn::RebindToSigned<D> di;
  const V one = hn::Set(d, 1.0), end = hn::Set(d, 5.9);  // from there on it is 1
  const V t = hn::Abs(x), z = hn::Mul(t, t);
  // The series for small t; of larger ones it means nothing.
  const V terms = FusedMulAdd(d, z, Polynomial(d, kErfSeries, z), hn::Set(d, kErfSlopeRest));
  const V near = FusedMulAdd(d, t, hn::Set(d, kErfSlope), hn::Mul(t, terms));

  V shifted, whole, fraction;
  SplitInteger(d, hn::Mul(hn::Min(t, end), hn::Set(d, 16.0 / 3)), shifted, whole, fraction);
  const auto index = hn::And(hn::BitCast(di, shifted), hn::Set(di, 31));
  const V u = FusedNegMulAdd(d, whole, hn::Set(d, 3.0 / 16), hn::Min(t, end));
  V sum = hn::GatherIndex(d, kErfDouble[kRows - 1], index);
  HWY_UNROLL(12)
  for (size_t row = kRows - 2; row > 0; --row)
    sum = FusedMulAdd(d, sum, u, hn::GatherIndex(d, kErfDouble[row], index));
  V value = hn::Add(hn::GatherIndex(d, kErfDouble[0], index), sum);
  value = hn::IfThenElse(hn::Lt(t, end), value, one);
  value = hn::IfThenElse(hn::Lt(t, hn::Set(d, 0.5)), near, value);
  return hn::IfThenElse(hn::IsNaN(x), x, hn::CopySign(value, x));
}

// In float32: at most 1.3 ULP for float32 results (all 2^32 inputs).
template <class D, class V = hn::Vec<D>>
HWY_INLINE V ErfFast(D d, V x) {
  const hn::RebindToSigned<D> di;
  const V t = hn::Min(hn::Abs(x), hn::Set(d, 3.93f));  // from there on it is 1
  // The sum is rounded to a multiple of 1/8, and its last bits count them.
  const V shifted = hn::Add(t, hn::Set(d, 0x1.8p20f));
  const auto index = hn::And(hn::BitCast(di, shifted), hn::Set(di, 31));
  const V u = hn::Sub(t, hn::Sub(shifted, hn::Set(d, 0x1.8p20f)));
  const LookUp numbers(d, kErfFloat, index);
  V sum = numbers[kErfFloat.kRows - 1];
  HWY_UNROLL(8)
  for (int row = kErfFloat.kRows - 2; row > 0; --row) sum = FusedMulAdd(d, sum, u, numbers[row]);
  const V factor = hn::IfThenElse(hn::Le(t, hn::Set(d, 0x1p-4f)), u, hn::Set(d, 1.0f));
  const V value = FusedMulAdd(d, numbers[0], factor, sum);
  return hn::IfThenElse(hn::IsNaN(x), x, hn::CopySign(value, x));
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
