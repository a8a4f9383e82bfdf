// out = the logarithm of self or of 1 + self.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/log/log-inl.h"
#include "ops/math/log/log_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::log {
OPENACLNN_BEGIN_KERNELS();

template <class Base>
struct Of : NoTies {
  template <class Stored>
  static HWY_INLINE auto Fast(auto d, auto self, auto& out) {
    out = LogFast<Base, Stored>(d, self);
    return LogInRange(d, self);
  }
  static HWY_INLINE void Exact(auto d, auto self, auto& out) { out = Log<Base>(d, self); }
};

struct OfOnePlus : NoTies {
  template <class Stored>
  static HWY_INLINE auto Fast(auto d, auto self, auto& out) {
    out = Log1pFast<Stored>(d, self);
    return Log1pInRange(d, self);
  }
  static HWY_INLINE void Exact(auto d, auto self, auto& out) { out = Log1p(d, self); }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Log, 1, 1, Of<BaseE>)
OPENACLNN_CPU_KERNEL(Log2, 1, 1, Of<Base2>)
OPENACLNN_CPU_KERNEL(Log10, 1, 1, Of<Base10>)
OPENACLNN_CPU_KERNEL(Log1p, 1, 1, OfOnePlus)
}  // namespace openaclnn::log
