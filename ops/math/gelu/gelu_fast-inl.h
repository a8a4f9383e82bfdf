// GELU and its derivative in float32, by piecewise polynomials, for the default mode: within 2 ULP,
// where gelu-inl.h rounds correctly.
//
// For |x| < kGeluTableEnd only; the other lanes' results mean nothing, and the caller computes them
// some other way. The same bits on every target. Counted for 16 float32 lanes of AVX-512: 8 to 10
// table look-ups, as many multiplications and additions, 6 others.

// Per-target include guard.
#if defined(OPENACLNN_OPS_MATH_GELU_GELU_FAST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_GELU_GELU_FAST_INL_H_
#undef OPENACLNN_OPS_MATH_GELU_GELU_FAST_INL_H_
#else
#define OPENACLNN_OPS_MATH_GELU_GELU_FAST_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/math/fma-inl.h"
#include "ops/math/gelu/fast_tables.h"
#include "ops/math/gelu/gelu-inl.h"
#include "ops/math/gelu/gelu_table-inl.h"
#include "ops/math/piecewise-inl.h"
#include "ops/math/times_product-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The function that `table` is for, at |x| < kGeluTableEnd.
template <class Table, class D, class V = hn::Vec<D>>
HWY_INLINE V Piecewise(D d, const Table& table, V x) {
  // The sum is rounded to a multiple of 1/4, and its last bits count them from -4.
  return Piecewise(d, table, x, hn::Add(x, hn::Set(d, 0x1.8p21f + 4)));
}

// Whether Piecewise() is right there; false for NaN.
template <class D, class V = hn::Vec<D>>
HWY_INLINE hn::Mask<D> InTable(D d, V x) {
  return hn::Lt(hn::Abs(x), hn::Set(d, kGeluTableEnd));
}

// The two forms of GELU, in both arithmetics. The tables depend on the type of the result
// (StoredFloat32 ... of runtime/cpu, told apart by kMantissaBits); gelu(x) = x * factor(x).
struct GeluErfForm {
  template <class Stored>
  static constexpr const auto& Derivative() {
    if constexpr (Stored::kMantissaBits == 24)
      return kGeluErfDerivativeFloat32;
    else if constexpr (Stored::kMantissaBits == 11)
      return kGeluErfDerivativeFloat16;
    else
      return kGeluErfDerivativeBFloat16;
  }
  template <class Stored>
  static constexpr const auto& Factor() {
    if constexpr (Stored::kMantissaBits == 24)
      return kGeluErfFactorFloat32;
    else if constexpr (Stored::kMantissaBits == 11)
      return kGeluErfFactorFloat16;
    else
      return kGeluErfFactorBFloat16;
  }
  static constexpr const ExactTable& DerivativeTable() { return kGeluErfDerivativeTable; }
  static constexpr const ExactTable& FactorTable() { return kGeluErfFactorTable; }
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V ExactDerivative(D d, V x) {
    return GeluErfDerivative(d, x);
  }
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Exact(D d, V x) {
    return GeluErf(d, x);
  }
};

struct GeluTanhForm {
  template <class Stored>
  static constexpr const auto& Derivative() {
    if constexpr (Stored::kMantissaBits == 24)
      return kGeluTanhDerivativeFloat32;
    else if constexpr (Stored::kMantissaBits == 11)
      return kGeluTanhDerivativeFloat16;
    else
      return kGeluTanhDerivativeBFloat16;
  }
  template <class Stored>
  static constexpr const auto& Factor() {
    if constexpr (Stored::kMantissaBits == 24)
      return kGeluTanhFactorFloat32;
    else if constexpr (Stored::kMantissaBits == 11)
      return kGeluTanhFactorFloat16;
    else
      return kGeluTanhFactorBFloat16;
  }
  static constexpr const ExactTable& DerivativeTable() { return kGeluTanhDerivativeTable; }
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V ExactDerivative(D d, V x) {
    return GeluTanhDerivative(d, x);
  }
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Exact(D d, V x) {
    return GeluTanh(d, x);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
