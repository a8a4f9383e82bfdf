// gradInput = gradOutput * selu', from the result of selu.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/selu/selu-inl.h"
#include "ops/math/selu/selu_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::selu_backward {
OPENACLNN_BEGIN_KERNELS();

struct Kernel : NoTies {
  template <class Stored>
  static HWY_INLINE void Fast(auto d, auto grad_output, auto result, auto& grad_input) {
    grad_input = hn::Mul(grad_output, SeluDerivativeFast<Stored>(d, result));
  }
  static HWY_INLINE void Exact(auto d, auto grad_output, auto result, auto& grad_input) {
    grad_input = hn::Mul(grad_output, SeluDerivativeFromResult(d, result));
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(SeluBackward, 2, 1, Kernel)
}  // namespace openaclnn::selu_backward
