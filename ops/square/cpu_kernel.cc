// out = self * self.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::square {
OPENACLNN_BEGIN_KERNELS();

struct Formula {
  static HWY_INLINE auto Of(auto, auto self) { return hn::Mul(self, self); }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Square, 1, 1, OneFormula<Formula>)
}  // namespace openaclnn::square
