// out = 1 / self.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "runtime/cpu/divide-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::reciprocal {
OPENACLNN_BEGIN_KERNELS();

struct Inverse {
  static HWY_INLINE auto Of(auto d, auto self) {
    return Divide(d, hn::Set(d, hn::TFromD<decltype(d)>(1)), self);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Reciprocal, 1, 1, FloatFormula<Inverse>)
}  // namespace openaclnn::reciprocal
