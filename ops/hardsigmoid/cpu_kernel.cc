// out = (self + 3) / 6, but at least 0 and at most 1.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::hardsigmoid {
OPENACLNN_BEGIN_KERNELS();

struct Formula {
  template <class D, class V>
  static HWY_INLINE V Of(D d, V self) {
    using T = hn::TFromD<D>;
    const V six = hn::Set(d, static_cast<T>(6)), sum = hn::Add(self, hn::Set(d, static_cast<T>(3)));
    const V clamped = hn::Min(hn::Max(sum, hn::Zero(d)), six);
    return hn::Div(hn::IfThenElse(hn::IsNaN(self), self, clamped), six);
  }
  // Numbers between 0 and 1 are truncated.
  static HWY_INLINE void Integer(auto d, auto self, auto& out) {
    using T = hn::TFromD<decltype(d)>;
    out = hn::IfThenElseZero(hn::Gt(self, hn::Set(d, static_cast<T>(2))),
                             hn::Set(d, static_cast<T>(1)));
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Hardsigmoid, 1, 1, FloatFormula<Formula>)
}  // namespace openaclnn::hardsigmoid
