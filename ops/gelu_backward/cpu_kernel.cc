// gradInput = gradOutput * gelu'(self), for both forms of GELU.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/gelu_backward/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/gelu/gelu_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::gelu_backward::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

template <class Form>
struct Kernel {
  static constexpr bool kNoTies = true;
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

}  // namespace openaclnn::gelu_backward::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::gelu_backward {
OPENACLNN_CPU_KERNEL(Erf, 2, 1, Kernel<GeluErfForm>, Kernel<ByTable<GeluErfForm>>)
OPENACLNN_CPU_KERNEL(Tanh, 2, 1, Kernel<GeluTanhForm>, Kernel<ByTable<GeluTanhForm>>)
}  // namespace openaclnn::gelu_backward
