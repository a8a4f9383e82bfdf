// out = hardswish(self).

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/hardswish/hardswish-inl.h"
#include "ops/math/hardswish/hardswish_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::hardswish {
OPENACLNN_BEGIN_KERNELS();

struct Kernel : NoTies {
  template <class Stored>
  static HWY_INLINE void Fast(auto d, auto self, auto& out) {
    out = HardswishFast<Stored>(d, self);
  }
  static HWY_INLINE void Exact(auto d, auto self, auto& out) { out = Hardswish(d, self); }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(HardswishForward, 1, 1, Kernel)
}  // namespace openaclnn::hardswish
