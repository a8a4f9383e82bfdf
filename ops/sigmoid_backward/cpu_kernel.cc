// gradInput = gradOutput (output (1 - output)).

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/math/sigmoid/sigmoid-inl.h"
#include "ops/math/sigmoid/sigmoid_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::sigmoid_backward {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  template <class Stored, class D, class V>
  HWY_INLINE hn::Mask<D> Fast(D d, V gradient, V output, V& out) const {
    return SigmoidBackwardFast(d, gradient, output, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V gradient, V output, V& out) const {
    out = SigmoidBackward(d, gradient, output);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(SigmoidBackward, 2, 1, Kernel)
}  // namespace openaclnn::sigmoid_backward
