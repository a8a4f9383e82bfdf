// out = gradOutput where self > 0, negativeSlope * gradOutput elsewhere.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/leaky_relu/leaky_relu-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::leaky_relu_backward {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  explicit Kernel(const Numbers& numbers)
      : float_slope(numbers[0].AsFloat()), slope(numbers[0].AsDouble()) {}
  template <class Stored>
  HWY_INLINE void Fast(auto d, auto gradient, auto self, auto& out) const {
    out = LeakyReluBackward(d, gradient, self, hn::Set(d, float_slope));
  }
  HWY_INLINE void Exact(auto d, auto gradient, auto self, auto& out) const {
    out = LeakyReluBackward(d, gradient, self, hn::Set(d, slope));
  }
  float float_slope;
  double slope;
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(LeakyReluBackward, 2, 1, Kernel)
}  // namespace openaclnn::leaky_relu_backward
