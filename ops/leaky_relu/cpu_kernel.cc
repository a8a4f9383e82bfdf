// out = self where self > 0, negativeSlope * self elsewhere.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/leaky_relu/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/leaky_relu/leaky_relu-inl.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::leaky_relu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Kernel {
  explicit Kernel(const Numbers& numbers)
      : float_slope(numbers[0].AsFloat()), slope(numbers[0].AsDouble()) {}
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V self, V& out) const {
    out = LeakyRelu(d, self, hn::Set(d, float_slope));
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    out = LeakyRelu(d, self, hn::Set(d, slope));
  }
  float float_slope;
  double slope;
};

}  // namespace openaclnn::leaky_relu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::leaky_relu {
OPENACLNN_CPU_KERNEL(LeakyRelu, 1, 1, Kernel)
}  // namespace openaclnn::leaky_relu
