// The greater or the smaller of two elements; NaN if either is NaN.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/maximum/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::maximum::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

// Highway's Max and Min depend on the target where an operand is NaN.
template <bool kGreater>
struct Extreme {
  static constexpr bool kNoTies = true;
  template <class D, class V>
  static HWY_INLINE V Of(D, V self, V other) {
    if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
      const auto better = kGreater ? hn::Gt(self, other) : hn::Lt(self, other);
      return hn::IfThenElse(hn::Or(better, hn::IsNaN(self)), self, other);
    } else {
      return kGreater ? hn::Max(self, other) : hn::Min(self, other);
    }
  }
};

}  // namespace openaclnn::maximum::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::maximum {
OPENACLNN_CPU_KERNEL(Maximum, 2, 1, OneFormula<Extreme<true>>)
OPENACLNN_CPU_KERNEL(Minimum, 2, 1, OneFormula<Extreme<false>>)
}  // namespace openaclnn::maximum
