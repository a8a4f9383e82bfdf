// out = self * other, of two tensors, or of a tensor and a number (numbers: other).

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/mul/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::mul::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Product {
  static constexpr LightOp kLight = LightOp::kMultiply;
  template <class D, class V>
  static HWY_INLINE V Of(D, V self, V other) {
    return hn::Mul(self, other);
  }
};

}  // namespace openaclnn::mul::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::mul {
OPENACLNN_CPU_KERNEL(MulTensors, 2, 1, OneFormula<Product>)
OPENACLNN_CPU_KERNEL(MulNumber, 1, 1, OneFormula<WithNumber<Product>>)
}  // namespace openaclnn::mul
