// out = erf(self).

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/erf/erf-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::erf {
OPENACLNN_BEGIN_KERNELS();

struct Kernel : NoTies {
  template <class Stored>
  static HWY_INLINE void Fast(auto d, auto self, auto& out) {
    out = ErfFast(d, self);
  }
  static HWY_INLINE void Exact(auto d, auto self, auto& out) { out = Erf(d, self); }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Erf, 1, 1, Kernel)
}  // namespace openaclnn::erf
