// out = e^self.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/exp/exp-inl.h"
#include "ops/math/exp/exp_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::exp {
OPENACLNN_BEGIN_KERNELS();

struct Kernel : NoTies {
  template <class Stored>
  static HWY_INLINE void Fast(auto d, auto self, auto& out) {
    out = ExpFast<Stored>(d, self);
  }
  static HWY_INLINE void Exact(auto d, auto self, auto& out) { out = Exp(d, self); }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Exp, 1, 1, Kernel)
}  // namespace openaclnn::exp
