// out = 0 where self <= threshold, gradOutput elsewhere. Number: threshold.

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::threshold_backward {
OPENACLNN_BEGIN_KERNELS();

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

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(ThresholdBackward, 2, 1, Kernel)
}  // namespace openaclnn::threshold_backward
