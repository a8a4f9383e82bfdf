// out = the hyperbolic tangent of self.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/tanh/tanh-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::tanh {
OPENACLNN_BEGIN_KERNELS();

struct Kernel : NoTies {
  template <class Stored>
  static HWY_INLINE void Fast(auto d, auto self, auto& out) {
    out = TanhFast<Stored>(d, self);
  }
  static HWY_INLINE void Exact(auto d, auto self, auto& out) { out = Tanh(d, self); }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Tanh, 1, 1, Kernel)
}  // namespace openaclnn::tanh
