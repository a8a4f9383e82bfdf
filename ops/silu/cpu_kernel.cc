// out = self / (1 + e^-self).

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/math/silu/silu-inl.h"
#include "ops/math/silu/silu_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::silu {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V self, V& out) {
    return SiluFast<Stored>(d, self, out);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V self, V& out) {
    out = Silu(d, self);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Silu, 1, 1, Kernel)
}  // namespace openaclnn::silu
