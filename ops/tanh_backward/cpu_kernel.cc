// gradInput = gradOutput (1 - output^2).

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/math/tanh/tanh-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::tanh_backward {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  template <class Stored, class D, class V>
  HWY_INLINE hn::Mask<D> Fast(D d, V gradient, V output, V& out) const {
    return TanhBackwardFast(d, gradient, output, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V gradient, V output, V& out) const {
    out = TanhBackward(d, gradient, output);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(TanhBackward, 2, 1, Kernel)
}  // namespace openaclnn::tanh_backward
