// y = gelu(x), for both forms of GELU.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/gelu/gelu_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::gelu {
OPENACLNN_BEGIN_KERNELS();

template <class Form>
struct Kernel : NoTies {
  template <class Stored>
  static HWY_INLINE auto Fast(auto d, auto x, auto& y) {
    y = hn::Mul(x, Piecewise(d, Form::template Factor<Stored>(), x));
    return InTable(d, x);
  }
  static HWY_INLINE void Exact(auto d, auto x, auto& y) { y = Form::Exact(d, x); }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Erf, 1, 1, Kernel<GeluErfForm>, Kernel<ByTable<GeluErfForm>>)
OPENACLNN_CPU_KERNEL(Tanh, 1, 1, Kernel<GeluTanhForm>, Kernel<ByTable<GeluTanhForm>>)
}  // namespace openaclnn::gelu
