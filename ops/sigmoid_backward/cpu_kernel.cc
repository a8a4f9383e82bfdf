// gradInput = gradOutput (output (1 - output)).

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/sigmoid/sigmoid-inl.h"
#include "ops/math/sigmoid/sigmoid_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::sigmoid_backward {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  template <class Stored>
  static HWY_INLINE auto Fast(auto d, auto gradient, auto output, auto& out) {
    return SigmoidBackwardFast(d, gradient, output, out);
  }
  static HWY_INLINE void Exact(auto d, auto gradient, auto output, auto& out) {
    out = SigmoidBackward(d, gradient, output);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(SigmoidBackward, 2, 1, Kernel)
}  // namespace openaclnn::sigmoid_backward
