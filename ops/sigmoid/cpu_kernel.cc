// out = 1 / (1 + e^-self).

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/math/sigmoid/sigmoid-inl.h"
#include "ops/math/sigmoid/sigmoid_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::sigmoid {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  template <class Stored, class D, class V>
  HWY_INLINE hn::Mask<D> Fast(D d, V self, V& out) const {
    return SigmoidFast<Stored>(d, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    out = Sigmoid(d, self);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Sigmoid, 1, 1, Kernel)
}  // namespace openaclnn::sigmoid
