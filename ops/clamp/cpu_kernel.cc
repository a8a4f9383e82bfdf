// Numbers kept between bounds, the numbers of the call. NaN wherever the number or a bound is NaN.

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
  explicit Clamp(const Numbers& numbers) : min(numbers[0]), max(numbers[1]) {}

  template <class D, class V>
  HWY_INLINE V Of(D d, V self) const {
    const V least = Inside(d, hn::Ge(self, min.In(d)), self, min.In(d));
    return Inside(d, hn::Le(least, max.In(d)), least, max.In(d));
  }

  // The number if it is inside the bound, which may be NaN, or NaN itself.
  template <class D, class V>
  static HWY_INLINE V Inside(D, hn::Mask<D> inside, V number, V bound) {
    if constexpr (hwy::IsFloat<hn::TFromD<D>>()) inside = hn::Or(inside, hn::IsNaN(number));
    return hn::IfThenElse(inside, number, bound);
  }

  Constant min, max;
};

}  // namespace openaclnn::clamp::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::clamp {
OPENACLNN_CPU_KERNEL(Clamped, 1, 1, OneFormula<Clamp>)
}  // namespace openaclnn::clamp
