// result = the sign of self.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::sign {
OPENACLNN_BEGIN_KERNELS();

struct Formula : NoTies {
  template <class D, class V>
  static HWY_INLINE V Of(D d, V self) {
    using T = hn::TFromD<D>;
    const V zero = hn::Zero(d),
            negative = hn::IfThenElseZero(hn::Lt(self, zero), hn::Set(d, static_cast<T>(-1)));
    return hn::IfThenElse(hn::Gt(self, zero), hn::Set(d, static_cast<T>(1)), negative);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Sign, 1, 1, OneFormula<Formula>)
}  // namespace openaclnn::sign
