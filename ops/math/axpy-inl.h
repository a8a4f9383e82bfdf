// Formulas of sums and differences, for OneFormula (runtime/cpu/kernel-inl.h).

#if defined(OPENACLNN_OPS_MATH_AXPY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_AXPY_INL_H_
#undef OPENACLNN_OPS_MATH_AXPY_INL_H_
#else
#define OPENACLNN_OPS_MATH_AXPY_INL_H_
#endif

#include "hwy/highway.h"
#include "ops/math/fma-inl.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {

// self + alpha * other or self - alpha * other, rounded once. Numbers: alpha.
template <bool kMinus>
struct Axpy {
  static constexpr LightOp kLight = kMinus ? LightOp::kSubtract : LightOp::kAdd;
  explicit Axpy(const Numbers& numbers) : alpha(numbers[0]) {}
  template <class D, class V>
  HWY_INLINE V Of(D d, V self, V other) const {
    const V factor = alpha.In(d);
    if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
      return kMinus ? FusedNegMulAdd(d, other, factor, self) : FusedMulAdd(d, other, factor, self);
    } else {
      return kMinus ? hn::Sub(self, hn::Mul(other, factor)) : hn::Add(self, hn::Mul(other, factor));
    }
  }
  Constant alpha;
};

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_OPS_MATH_AXPY_INL_H_
