// out = selu(self).

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "ops/math/selu/selu-inl.h"
#include "ops/math/selu/selu_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::selu {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  static constexpr bool kNoTies = true;
  template <class Stored, class D, class V>
  static HWY_INLINE void Fast(D d, V self, V& out) {
    out = SeluFast<Stored>(d, self);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V self, V& out) {
    out = SeluFromInput(d, self);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Selu, 1, 1, Kernel)
}  // namespace openaclnn::selu
