// out = self / (1 + e^-self).

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/silu/silu-inl.h"
#include "ops/math/silu/silu_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::silu {
OPENACLNN_BEGIN_KERNELS();

struct Kernel : NoTies {
  template <class Stored>
  static HWY_INLINE auto Fast(auto d, auto self, auto& out) {
    return SiluFast<Stored>(d, self, out);
  }
  static HWY_INLINE void Exact(auto d, auto self, auto& out) { out = Silu(d, self); }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Silu, 1, 1, Kernel)
}  // namespace openaclnn::silu
