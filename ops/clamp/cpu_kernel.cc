// Numbers kept between bounds, the numbers of the call or elements of tensors. NaN wherever the
// number or a bound is NaN.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include <cmath>

#include "ops/math/extreme-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::clamp {
OPENACLNN_BEGIN_KERNELS();

struct Clamp : NoTies {
  explicit Clamp(const Numbers& numbers)
      : min(numbers[0]), max(numbers[1]), nan(Number::Real(NaNOrZero(min) + NaNOrZero(max))) {}
  static double NaNOrZero(const Constant& bound) {
    return std::isnan(bound.of_double) ? bound.of_double : 0;
  }
  HWY_INLINE auto Of(auto d, auto self) const {
    const auto least = hn::IfThenElse(hn::Lt(self, min.In(d)), min.In(d), self);
    const auto value = hn::IfThenElse(hn::Gt(least, max.In(d)), max.In(d), least);
    if constexpr (hwy::IsFloat<hn::TFromD<decltype(d)>>()) {
      // Nothing is below or above a bound that is NaN, and yet all results are.
      return hn::Or(value, nan.In(d));
    } else {
      return value;
    }
  }
  Constant min, max;
  Constant nan;  // NaN if a bound is, else 0
};

struct Between : NoTies {
  static HWY_INLINE auto Of(auto d, auto self, auto min, auto max) {
    return Smaller::Of(d, Greater::Of(d, self, min), max);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Clamped, 1, 1, OneFormula<Clamp>)
OPENACLNN_CPU_KERNEL(AtLeast, 2, 1, OneFormula<Greater>)
OPENACLNN_CPU_KERNEL(AtMost, 2, 1, OneFormula<Smaller>)
OPENACLNN_CPU_KERNEL(Between, 3, 1, OneFormula<Between>)
}  // namespace openaclnn::clamp
