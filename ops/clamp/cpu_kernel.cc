// Numbers kept between bounds, the numbers of the call or elements of tensors. NaN wherever the
// number or a bound is NaN.

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/clamp/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::clamp::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Clamp {
  static constexpr bool kNoTies = true;
  explicit Clamp(const Numbers& numbers)
      : min(numbers[0]), max(numbers[1]), nan(Number::Real(NaNOrZero(min) + NaNOrZero(max))) {}

  template <class D, class V>
  HWY_INLINE V Of(D d, V self) const {
    const V least = hn::IfThenElse(hn::Lt(self, min.In(d)), min.In(d), self);
    const V value = hn::IfThenElse(hn::Gt(least, max.In(d)), max.In(d), least);
    if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
      // Nothing is below or above a bound that is NaN, and yet all results are.
      return hn::Or(value, nan.In(d));
    } else {
      return value;
    }
  }

  static double NaNOrZero(const Constant& bound) {
    return std::isnan(bound.of_double) ? bound.of_double : 0;
  }

  Constant min, max;
  Constant nan;  // NaN if a bound is, else 0
};

// Highway's Max and Min depend on the target where an operand is NaN.
struct AtLeast {
  static constexpr bool kNoTies = true;
  template <class D, class V>
  static HWY_INLINE V Of(D d, V self, V min) {
    if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
      return hn::IfThenElse(hn::Or(hn::Lt(self, min), hn::IsNaN(min)), min, self);
    } else {
      return hn::Max(self, min);
    }
  }
};
struct AtMost {
  static constexpr bool kNoTies = true;
  template <class D, class V>
  static HWY_INLINE V Of(D d, V self, V max) {
    if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
      return hn::IfThenElse(hn::Or(hn::Gt(self, max), hn::IsNaN(max)), max, self);
    } else {
      return hn::Min(self, max);
    }
  }
};
struct Between {
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V self, V min, V max, V& out) const {
    Exact(d, self, min, max, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V min, V max, V& out) const {
    out = AtMost::Of(d, AtLeast::Of(d, self, min), max);
  }
  template <class D, class V>
  HWY_INLINE void Integer(D d, V self, V min, V max, V& out) const {
    Exact(d, self, min, max, out);
  }
};

}  // namespace openaclnn::clamp::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::clamp {
OPENACLNN_CPU_KERNEL(Clamped, 1, 1, OneFormula<Clamp>)
OPENACLNN_CPU_KERNEL(AtLeast, 2, 1, OneFormula<AtLeast>)
OPENACLNN_CPU_KERNEL(AtMost, 2, 1, OneFormula<AtMost>)
OPENACLNN_CPU_KERNEL(Between, 3, 1, Between)
}  // namespace openaclnn::clamp
