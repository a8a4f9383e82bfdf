// out = ln(1 + e^(beta self)) / beta, but self where beta self > threshold. Numbers: beta,
// threshold.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/softplus/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/softplus/softplus-inl.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::softplus::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Kernel {
  explicit Kernel(const Numbers& numbers)
      : beta(numbers[0].AsFloat()), threshold(numbers[1].AsFloat()) {}
  template <class Stored, class D, class V>
  HWY_INLINE hn::Mask<D> Fast(D d, V self, V& out) const {
    return SoftplusFast<Stored>(d, self, beta, threshold, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    out = Softplus(d, self, beta, threshold);
  }
  float beta, threshold;
};

}  // namespace openaclnn::softplus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::softplus {
OPENACLNN_CPU_KERNEL(Softplus, 1, 1, Kernel)
}  // namespace openaclnn::softplus
