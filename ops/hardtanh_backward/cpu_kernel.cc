// out = 0 where self <= min or self >= max, gradOutput elsewhere. Numbers: min, max.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::hardtanh_backward {
OPENACLNN_BEGIN_KERNELS();

struct Formula {
  explicit Formula(const Numbers& numbers) : min(numbers[0]), max(numbers[1]) {}
  HWY_INLINE auto Of(auto d, auto gradient, auto self) const {
    return hn::IfThenZeroElse(hn::Or(hn::Le(self, min.In(d)), hn::Ge(self, max.In(d))), gradient);
  }
  Constant min, max;
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(HardtanhBackward, 2, 1, FloatFormula<Formula>)
}  // namespace openaclnn::hardtanh_backward
