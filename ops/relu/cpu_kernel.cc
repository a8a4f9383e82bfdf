// out = self where it is not negative, 0 elsewhere. As in PyTorch -0 and NaN stay.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::relu {
OPENACLNN_BEGIN_KERNELS();

struct Formula : NoTies {
  static HWY_INLINE auto Of(auto d, auto self) {
    return hn::IfThenZeroElse(hn::Lt(self, hn::Zero(d)), self);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Relu, 1, 1, OneFormula<Formula>)
}  // namespace openaclnn::relu
