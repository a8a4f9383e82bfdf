// The gradients of both halves: gradOutput * other * gelu'(activated), and gradOutput * gelu with
// the gelu that was passed in.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/geglu_backward/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/gelu/gelu_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::geglu_backward::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

template <class Form>
struct Kernel {
  static constexpr bool kNoTies = true;
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V grad_output, V activated, V other, V gelu,
                                     V& grad_activated, V& grad_other) {
    grad_other = hn::Mul(grad_output, gelu);
    hn::Mask<D> right;
    grad_activated = TimesProduct<Stored>(
        d, grad_output, other, Piecewise(d, Form::template Derivative<Stored>(), activated), right);
    return hn::And(right, InTable(d, activated));
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V grad_output, V activated, V other, V gelu, V& grad_activated,
                               V& grad_other) {
    grad_other = hn::Mul(grad_output, gelu);
    grad_activated = hn::Mul(hn::Mul(grad_output, other), Form::ExactDerivative(d, activated));
  }
};

}  // namespace openaclnn::geglu_backward::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::geglu_backward {
OPENACLNN_CPU_KERNEL(Erf, 4, 2, Kernel<GeluErfForm>, Kernel<ByTable<GeluErfForm>>)
OPENACLNN_CPU_KERNEL(Tanh, 4, 2, Kernel<GeluTanhForm>, Kernel<ByTable<GeluTanhForm>>)
}  // namespace openaclnn::geglu_backward
