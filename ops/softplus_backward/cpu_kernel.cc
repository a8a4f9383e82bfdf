// gradInput = gradOutput / (1 + e^(-beta self)), but gradOutput where beta self > threshold.
// Numbers: beta, threshold, whether float64 is computed in.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/softplus/softplus-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::softplus_backward {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  explicit Kernel(const Numbers& numbers)
      : beta(numbers[0]), threshold(numbers[1]), is_float64(numbers[2].AsBool()) {}
  template <class Stored>
  HWY_INLINE auto Fast(auto d, auto gradient, auto self, auto& out) const {
    return SoftplusBackwardFast<Stored>(d, gradient, self, beta.of_float, threshold.of_float, out);
  }
  HWY_INLINE void Exact(auto d, auto gradient, auto self, auto& out) const {
    out = SoftplusBackward(d, gradient, self, beta.of_double, threshold.of_double, is_float64);
  }
  Constant beta, threshold;
  bool is_float64;
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(SoftplusBackward, 2, 1, Kernel)
}  // namespace openaclnn::softplus_backward
