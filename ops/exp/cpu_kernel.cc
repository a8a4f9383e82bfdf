// out = e^self.

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/math/exp/exp-inl.h"
#include "ops/math/exp/exp_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::exp {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V self, V& out) const {
    out = ExpFast<Stored>(d, self);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    out = Exp(d, self);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Exp, 1, 1, Kernel)
}  // namespace openaclnn::exp
