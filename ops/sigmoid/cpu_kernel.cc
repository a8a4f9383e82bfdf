// out = 1 / (1 + e^-self).

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/sigmoid/sigmoid-inl.h"
#include "ops/math/sigmoid/sigmoid_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::sigmoid {
OPENACLNN_BEGIN_KERNELS();

struct Kernel : NoTies {
  template <class Stored>
  static HWY_INLINE auto Fast(auto d, auto self, auto& out) {
    return SigmoidFast<Stored>(d, self, out);
  }
  static HWY_INLINE void Exact(auto d, auto self, auto& out) { out = Sigmoid(d, self); }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Sigmoid, 1, 1, Kernel)
}  // namespace openaclnn::sigmoid
