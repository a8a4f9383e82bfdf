// Formulas of the greater and the smaller of two elements, for OneFormula
// (runtime/cpu/kernel-inl.h).

#if defined(OPENACLNN_OPS_MATH_EXTREME_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MATH_EXTREME_INL_H_
#undef OPENACLNN_OPS_MATH_EXTREME_INL_H_
#else
#define OPENACLNN_OPS_MATH_EXTREME_INL_H_
#endif

#include "hwy/highway.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// NaN if either is NaN. Highway's Max and Min depend on the target there.
template <bool kGreater>
struct Extreme : NoTies {
  template <class D, class V>
  static HWY_INLINE V Of(D d, V self, V other) {
    if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
      const auto better = kGreater ? hn::Gt(self, other) : hn::Lt(self, other);
      return hn::IfThenElse(hn::Or(better, hn::IsNaN(self)), self, other);
    } else {
      return kGreater ? hn::Max(self, other) : hn::Min(self, other);
    }
  }
};
using Greater = Extreme<true>;
using Smaller = Extreme<false>;

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_OPS_MATH_EXTREME_INL_H_
