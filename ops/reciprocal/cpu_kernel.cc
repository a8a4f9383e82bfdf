// out = 1 / self.

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "runtime/cpu/divide-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::reciprocal {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V self, V& out) const {
    Exact(d, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    out = Divide(d, hn::Set(d, hn::TFromD<D>(1)), self);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Reciprocal, 1, 1, Kernel)
}  // namespace openaclnn::reciprocal
