// out = sin(self).

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/trigonometric/sine-inl.h"
#include "ops/math/trigonometric/sine_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::sin {
OPENACLNN_BEGIN_KERNELS();

struct Kernel : NoTies {
  template <class Stored>
  static HWY_INLINE auto Fast(auto d, auto self, auto& out) {
    out = SineFast<Stored>(d, self);
    return SineInRange(d, self);
  }
  static HWY_INLINE void Exact(auto d, auto self, auto& out) { out = Sine(d, self); }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Sin, 1, 1, Kernel)
}  // namespace openaclnn::sin
