// out = other * gelu(activated), outGelu = gelu(activated): the product is taken before gelu is
// rounded.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/gelu/gelu_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::geglu {
OPENACLNN_BEGIN_KERNELS();

template <class Form>
struct Kernel : NoTies {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V activated, V other, V& out, V& out_gelu) {
    const V factor = Piecewise(d, Form::template Factor<Stored>(), activated);
    out_gelu = hn::Mul(activated, factor);
    hn::Mask<D> right;
    out = TimesProduct<Stored>(d, activated, other, factor, right);
    return hn::And(right, InTable(d, activated));
  }
  static HWY_INLINE void Exact(auto d, auto activated, auto other, auto& out, auto& out_gelu) {
    out_gelu = Form::Exact(d, activated);
    out = hn::Mul(other, out_gelu);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Erf, 2, 2, Kernel<GeluErfForm>, Kernel<ByTable<GeluErfForm>>)
OPENACLNN_CPU_KERNEL(Tanh, 2, 2, Kernel<GeluTanhForm>, Kernel<ByTable<GeluTanhForm>>)
}  // namespace openaclnn::geglu
