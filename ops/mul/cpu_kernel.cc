// out = self * other, of two tensors, or of a tensor and a number (numbers: other).

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::mul {
OPENACLNN_BEGIN_KERNELS();

struct Product {
  static constexpr LightOp kLight = LightOp::kMultiply;
  static HWY_INLINE auto Of(auto, auto self, auto other) { return hn::Mul(self, other); }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(MulTensors, 2, 1, OneFormula<Product>)
OPENACLNN_CPU_KERNEL(MulNumber, 1, 1, OneFormula<WithNumber<Product>>)
}  // namespace openaclnn::mul
