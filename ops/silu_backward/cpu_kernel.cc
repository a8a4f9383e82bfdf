// gradInput = gradOutput * silu'(self).

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/silu/silu-inl.h"
#include "ops/math/silu/silu_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::silu_backward {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V grad_output, V self, V& grad_input) {
    V derivative;
    const auto right = SiluDerivativeFast<Stored>(d, self, derivative);
    grad_input = hn::Mul(grad_output, derivative);
    return right;
  }
  static HWY_INLINE void Exact(auto d, auto grad_output, auto self, auto& grad_input) {
    grad_input = hn::Mul(grad_output, SiluDerivative(d, self));
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(SiluBackward, 2, 1, Kernel)
}  // namespace openaclnn::silu_backward
