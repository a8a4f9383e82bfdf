// out = value where self <= threshold, self elsewhere. Numbers: threshold, value.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::threshold {
OPENACLNN_BEGIN_KERNELS();

struct Formula {
  explicit Formula(const Numbers& numbers) : threshold(numbers[0]), value(numbers[1]) {}
  HWY_INLINE auto Of(auto d, auto self) const {
    return hn::IfThenElse(hn::Le(self, threshold.In(d)), value.In(d), self);
  }
  Constant threshold, value;
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Thresholded, 1, 1, OneFormula<Formula>)
}  // namespace openaclnn::threshold
