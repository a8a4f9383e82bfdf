// out = value where self <= threshold, self elsewhere. Numbers: threshold, value.

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::threshold {
OPENACLNN_BEGIN_KERNELS();

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

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Thresholded, 1, 1, Kernel)
}  // namespace openaclnn::threshold
