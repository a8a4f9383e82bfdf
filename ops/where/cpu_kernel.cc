// out = self where condition is not 0, other elsewhere.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::where {
OPENACLNN_BEGIN_KERNELS();

struct Select {
  static HWY_INLINE auto Of(auto d, auto condition, auto self, auto other) {
    return hn::IfThenElse(hn::Ne(condition, hn::Zero(d)), self, other);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Where, 3, 1, OneFormula<Select>)
}  // namespace openaclnn::where
