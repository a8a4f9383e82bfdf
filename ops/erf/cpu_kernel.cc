// out = erf(self).

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/math/erf/erf-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::erf {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V self, V& out) const {
    out = ErfFast(d, self);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    out = Erf(d, self);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Erf, 1, 1, Kernel)
}  // namespace openaclnn::erf
