// gradInput = gradOutput * gelu'(self), for both forms of GELU.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/gelu/gelu_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::gelu_backward {
OPENACLNN_BEGIN_KERNELS();

template <class Form>
struct Kernel : NoTies {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V grad_output, V self, V& grad_input) {
    grad_input = hn::Mul(grad_output, Piecewise(d, Form::template Derivative<Stored>(), self));
    return InTable(d, self);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V grad_output, V self, V& grad_input) {
    grad_input = hn::Mul(grad_output, Form::ExactDerivative(d, self));
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Erf, 2, 1, Kernel<GeluErfForm>, Kernel<ByTable<GeluErfForm>>)
OPENACLNN_CPU_KERNEL(Tanh, 2, 1, Kernel<GeluTanhForm>, Kernel<ByTable<GeluTanhForm>>)
}  // namespace openaclnn::gelu_backward
