// Logic of truth values, which are integers that are 0 or 1 (runtime/cpu/kernel-inl.h).

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::logical {
OPENACLNN_BEGIN_KERNELS();

struct Both {
  template <class D, class V>
  static HWY_INLINE V Of(D, V self, V other) {
    return hn::Min(self, other);
  }
};
struct Either {
  template <class D, class V>
  static HWY_INLINE V Of(D, V self, V other) {
    return hn::Max(self, other);
  }
};
struct Neither {
  template <class D, class V>
  static HWY_INLINE V Of(D d, V self) {
    return hn::Sub(hn::Set(d, hn::TFromD<D>(1)), self);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(And, 2, 1, OneFormula<Both>)
OPENACLNN_CPU_KERNEL(Or, 2, 1, OneFormula<Either>)
OPENACLNN_CPU_KERNEL(Not, 1, 1, OneFormula<Neither>)
}  // namespace openaclnn::logical
