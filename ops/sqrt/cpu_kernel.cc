// out = the square root of self.

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::sqrt {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V self, V& out) const {
    Exact(d, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D, V self, V& out) const {
    out = hn::Sqrt(self);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Sqrt, 1, 1, Kernel)
}  // namespace openaclnn::sqrt
