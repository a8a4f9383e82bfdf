// result = the sign of self.

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::sign {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  static constexpr bool kNoTies = true;
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V self, V& out) const {
    Integer(d, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    Integer(d, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Integer(D d, V self, V& out) const {
    using T = hn::TFromD<D>;
    const V zero = hn::Zero(d),
            negative = hn::IfThenElseZero(hn::Lt(self, zero), hn::Set(d, static_cast<T>(-1)));
    out = hn::IfThenElse(hn::Gt(self, zero), hn::Set(d, static_cast<T>(1)), negative);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Sign, 1, 1, Kernel)
}  // namespace openaclnn::sign
