// out = ln(1 + e^(beta self)) / beta, but self where beta self > threshold. Numbers: beta,
// threshold.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/softplus/softplus-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::softplus {
OPENACLNN_BEGIN_KERNELS();

struct Kernel : NoTies {
  explicit Kernel(const Numbers& numbers)
      : beta(numbers[0].AsFloat()), threshold(numbers[1].AsFloat()) {}
  template <class Stored>
  HWY_INLINE auto Fast(auto d, auto self, auto& out) const {
    return SoftplusFast<Stored>(d, self, beta, threshold, out);
  }
  HWY_INLINE void Exact(auto d, auto self, auto& out) const {
    out = Softplus(d, self, beta, threshold);
  }
  float beta, threshold;
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Softplus, 1, 1, Kernel)
}  // namespace openaclnn::softplus
