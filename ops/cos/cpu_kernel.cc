// out = cos(self).

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/math/trigonometric/sine-inl.h"
#include "ops/math/trigonometric/sine_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::cos {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  template <class Stored, class D, class V>
  HWY_INLINE hn::Mask<D> Fast(D d, V self, V& out) const {
    out = CosineFast<Stored>(d, self);
    return SineInRange(d, self);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    out = Cosine(d, self);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Cos, 1, 1, Kernel)
}  // namespace openaclnn::cos
