// gradInput = gradOutput * selu', from the result of selu.

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/math/selu/selu-inl.h"
#include "ops/math/selu/selu_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::selu_backward {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  static constexpr bool kNoTies = true;
  template <class Stored, class D, class V>
  static HWY_INLINE void Fast(D d, V grad_output, V result, V& grad_input) {
    grad_input = hn::Mul(grad_output, SeluDerivativeFast<Stored>(d, result));
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V grad_output, V result, V& grad_input) {
    grad_input = hn::Mul(grad_output, SeluDerivativeFromResult(d, result));
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(SeluBackward, 2, 1, Kernel)
}  // namespace openaclnn::selu_backward
