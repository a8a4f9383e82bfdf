// out = gradOutput / 6 where -3 < self < 3, 0 elsewhere.

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::hardsigmoid_backward {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V gradient, V self, V& out) const {
    Exact(d, gradient, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V gradient, V self, V& out) const {
    using T = hn::TFromD<D>;
    const auto is_sloped = hn::Lt(hn::Abs(self), hn::Set(d, static_cast<T>(3)));
    out = hn::IfThenElseZero(is_sloped, hn::Div(gradient, hn::Set(d, static_cast<T>(6))));
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(HardsigmoidBackward, 2, 1, Kernel)
}  // namespace openaclnn::hardsigmoid_backward
