// out = value where self <= threshold, self elsewhere. Numbers: threshold, value.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/threshold/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::threshold::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Kernel {
  explicit Kernel(const Numbers& numbers) : threshold(numbers[0]), value(numbers[1]) {}
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V self, V& out) const {
    Integer(d, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    Integer(d, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Integer(D d, V self, V& out) const {
    out = hn::IfThenElse(hn::Le(self, threshold.In(d)), value.In(d), self);
  }
  Constant threshold, value;
};

}  // namespace openaclnn::threshold::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::threshold {
OPENACLNN_CPU_KERNEL(Thresholded, 1, 1, Kernel)
}  // namespace openaclnn::threshold
