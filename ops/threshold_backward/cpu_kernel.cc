// out = 0 where self <= threshold, gradOutput elsewhere. Number: threshold.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/threshold_backward/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::threshold_backward::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Kernel {
  explicit Kernel(const Numbers& numbers) : threshold(numbers[0]) {}
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V gradient, V self, V& out) const {
    Integer(d, gradient, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V gradient, V self, V& out) const {
    Integer(d, gradient, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Integer(D d, V gradient, V self, V& out) const {
    out = hn::IfThenZeroElse(hn::Le(self, threshold.In(d)), gradient);
  }
  Constant threshold;
};

}  // namespace openaclnn::threshold_backward::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::threshold_backward {
OPENACLNN_CPU_KERNEL(ThresholdBackward, 2, 1, Kernel)
}  // namespace openaclnn::threshold_backward
