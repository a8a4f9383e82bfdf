// out = silu(activated) * other, as if silu were not rounded.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/sigmoid/sigmoid_fast-inl.h"
#include "ops/math/silu/silu-inl.h"
#include "ops/math/times_product-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::swiglu {
OPENACLNN_BEGIN_KERNELS();

struct Kernel : NoTies {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V activated, V other, V& out) {
    V factor;
    hn::Mask<D> right;
    const auto in_range = SigmoidFast<Stored>(d, activated, factor);
    out = TimesProduct<Stored>(d, activated, other, factor, right);
    return hn::And(right, in_range);
  }
  static HWY_INLINE void Exact(auto d, auto activated, auto other, auto& out) {
    out = hn::Mul(Silu(d, activated), other);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(SwiGlu, 2, 1, Kernel)
}  // namespace openaclnn::swiglu
