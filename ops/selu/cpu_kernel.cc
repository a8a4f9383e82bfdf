// out = selu(self).

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/selu/selu-inl.h"
#include "ops/math/selu/selu_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::selu {
OPENACLNN_BEGIN_KERNELS();

struct Kernel : NoTies {
  template <class Stored>
  static HWY_INLINE void Fast(auto d, auto self, auto& out) {
    out = SeluFast<Stored>(d, self);
  }
  static HWY_INLINE void Exact(auto d, auto self, auto& out) { out = SeluFromInput(d, self); }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Selu, 1, 1, Kernel)
}  // namespace openaclnn::selu
