// out = the square root of self.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::sqrt {
OPENACLNN_BEGIN_KERNELS();

struct Root {
  static HWY_INLINE auto Of(auto, auto self) { return hn::Sqrt(self); }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Sqrt, 1, 1, FloatFormula<Root>)
}  // namespace openaclnn::sqrt
