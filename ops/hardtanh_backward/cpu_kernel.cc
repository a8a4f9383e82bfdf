// out = 0 where self <= min or self >= max, gradOutput elsewhere. Numbers: min, max.

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::hardtanh_backward {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  explicit Kernel(const Numbers& numbers) : min(numbers[0]), max(numbers[1]) {}
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V gradient, V self, V& out) const {
    Exact(d, gradient, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V gradient, V self, V& out) const {
    out = hn::IfThenZeroElse(hn::Or(hn::Le(self, min.In(d)), hn::Ge(self, max.In(d))), gradient);
  }
  Constant min, max;
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(HardtanhBackward, 2, 1, Kernel)
}  // namespace openaclnn::hardtanh_backward
