// The gradients of both halves: yGrad * other * silu'(activated), and yGrad * silu(activated).

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/sigmoid/sigmoid_fast-inl.h"
#include "ops/math/silu/silu-inl.h"
#include "ops/math/silu/silu_fast-inl.h"
#include "ops/math/times_product-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::swiglu_backward {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V gradient, V activated, V other, V& grad_activated,
                                     V& grad_other) {
    V derivative, factor;
    hn::Mask<D> right, other_right;
    const auto in_range = hn::And(SiluDerivativeFast<Stored>(d, activated, derivative),
                                  SigmoidFast<Stored>(d, activated, factor));
    grad_activated = TimesProduct<Stored>(d, gradient, other, derivative, right);
    grad_other = TimesProduct<Stored>(d, gradient, activated, factor, other_right);
    return hn::And(hn::And(right, other_right), in_range);
  }
  static HWY_INLINE void Exact(auto d, auto gradient, auto activated, auto other,
                               auto& grad_activated, auto& grad_other) {
    grad_activated = hn::Mul(hn::Mul(gradient, other), SiluDerivative(d, activated));
    grad_other = hn::Mul(gradient, Silu(d, activated));
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(SwiGluBackward, 3, 2, Kernel)
}  // namespace openaclnn::swiglu_backward
