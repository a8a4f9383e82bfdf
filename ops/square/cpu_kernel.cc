// out = self * self.

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::square {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V self, V& out) const {
    Integer(d, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    Integer(d, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Integer(D, V self, V& out) const {
    out = hn::Mul(self, self);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Square, 1, 1, Kernel)
}  // namespace openaclnn::square
