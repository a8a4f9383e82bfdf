// out = gradOutput / 6 where -3 < self < 3, 0 elsewhere.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::hardsigmoid_backward {
OPENACLNN_BEGIN_KERNELS();

struct Formula {
  static HWY_INLINE auto Of(auto d, auto gradient, auto self) {
    using T = hn::TFromD<decltype(d)>;
    const auto is_sloped = hn::Lt(hn::Abs(self), hn::Set(d, static_cast<T>(3)));
    return hn::IfThenElseZero(is_sloped, hn::Div(gradient, hn::Set(d, static_cast<T>(6))));
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(HardsigmoidBackward, 2, 1, FloatFormula<Formula>)
}  // namespace openaclnn::hardsigmoid_backward
