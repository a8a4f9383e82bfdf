// gradInput = gradOutput (1 - output^2).

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/tanh/tanh-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::tanh_backward {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  template <class Stored>
  static HWY_INLINE auto Fast(auto d, auto gradient, auto output, auto& out) {
    return TanhBackwardFast(d, gradient, output, out);
  }
  static HWY_INLINE void Exact(auto d, auto gradient, auto output, auto& out) {
    out = TanhBackward(d, gradient, output);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(TanhBackward, 2, 1, Kernel)
}  // namespace openaclnn::tanh_backward
