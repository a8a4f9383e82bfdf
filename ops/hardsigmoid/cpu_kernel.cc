// out = (self + 3) / 6, but at least 0 and at most 1.

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::hardsigmoid {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V self, V& out) const {
    Exact(d, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    using T = hn::TFromD<D>;
    const V six = hn::Set(d, static_cast<T>(6)), sum = hn::Add(self, hn::Set(d, static_cast<T>(3)));
    const V clamped = hn::Min(hn::Max(sum, hn::Zero(d)), six);
    out = hn::Div(hn::IfThenElse(hn::IsNaN(self), self, clamped), six);
  }
  // Numbers between 0 and 1 are truncated.
  template <class D, class V>
  HWY_INLINE void Integer(D d, V self, V& out) const {
    using T = hn::TFromD<D>;
    out = hn::IfThenElseZero(hn::Gt(self, hn::Set(d, static_cast<T>(2))),
                             hn::Set(d, static_cast<T>(1)));
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Hardsigmoid, 1, 1, Kernel)
}  // namespace openaclnn::hardsigmoid
