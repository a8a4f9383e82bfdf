// out = 0 where self <= threshold, gradOutput elsewhere. Number: threshold.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::threshold_backward {
OPENACLNN_BEGIN_KERNELS();

struct Formula {
  explicit Formula(const Numbers& numbers) : threshold(numbers[0]) {}
  HWY_INLINE auto Of(auto d, auto gradient, auto self) const {
    return hn::IfThenZeroElse(hn::Le(self, threshold.In(d)), gradient);
  }
  Constant threshold;
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(ThresholdBackward, 2, 1, OneFormula<Formula>)
}  // namespace openaclnn::threshold_backward
