// Logic of truth values, which are integers that are 0 or 1 (runtime/cpu/kernel-inl.h).

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::logical {
OPENACLNN_BEGIN_KERNELS();

struct Both {
  static HWY_INLINE auto Of(auto, auto self, auto other) { return hn::Min(self, other); }
};
struct Either {
  static HWY_INLINE auto Of(auto, auto self, auto other) { return hn::Max(self, other); }
};
struct Neither {
  static HWY_INLINE auto Of(auto d, auto self) {
    return hn::Sub(hn::Set(d, hn::TFromD<decltype(d)>(1)), self);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(And, 2, 1, OneFormula<Both>)
OPENACLNN_CPU_KERNEL(Or, 2, 1, OneFormula<Either>)
OPENACLNN_CPU_KERNEL(Not, 1, 1, OneFormula<Neither>)
}  // namespace openaclnn::logical
