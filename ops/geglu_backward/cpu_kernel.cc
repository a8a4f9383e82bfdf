// The gradients of both halves: gradOutput * other * gelu'(activated), and gradOutput * gelu with
// the gelu that was passed in.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/gelu/gelu_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::geglu_backward {
OPENACLNN_BEGIN_KERNELS();

template <class Form>
struct Kernel : NoTies {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V grad_output, V activated, V other, V gelu,
                                     V& grad_activated, V& grad_other) {
    grad_other = hn::Mul(grad_output, gelu);
    hn::Mask<D> right;
    grad_activated = TimesProduct<Stored>(
        d, grad_output, other, Piecewise(d, Form::template Derivative<Stored>(), activated), right);
    return hn::And(right, InTable(d, activated));
  }
  static HWY_INLINE void Exact(auto d, auto grad_output, auto activated, auto other, auto gelu,
                               auto& grad_activated, auto& grad_other) {
    grad_other = hn::Mul(grad_output, gelu);
    grad_activated = hn::Mul(hn::Mul(grad_output, other), Form::ExactDerivative(d, activated));
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Erf, 4, 2, Kernel<GeluErfForm>, Kernel<ByTable<GeluErfForm>>)
OPENACLNN_CPU_KERNEL(Tanh, 4, 2, Kernel<GeluTanhForm>, Kernel<ByTable<GeluTanhForm>>)
}  // namespace openaclnn::geglu_backward
