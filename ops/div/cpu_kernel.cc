// out = self / other.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "runtime/cpu/divide-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::div {
OPENACLNN_BEGIN_KERNELS();

struct Quotient {
  static HWY_INLINE auto Of(auto d, auto self, auto other) { return Divide(d, self, other); }
};

struct ByNumber {
  explicit ByNumber(const Numbers& numbers) : divisor(numbers[0]) {}
  HWY_INLINE auto Of(auto d, auto self) const { return Divide(d, self, divisor.In(d)); }
  Constant divisor;
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(DivTensors, 2, 1, FloatFormula<Quotient>)
OPENACLNN_CPU_KERNEL(DivNumber, 1, 1, FloatFormula<ByNumber>)
}  // namespace openaclnn::div
