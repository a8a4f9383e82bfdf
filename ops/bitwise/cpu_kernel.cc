// Logic of bits.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::bitwise {
OPENACLNN_BEGIN_KERNELS();

struct Both {
  static HWY_INLINE auto Of(auto, auto self, auto other) { return hn::And(self, other); }
};
struct Either {
  static HWY_INLINE auto Of(auto, auto self, auto other) { return hn::Or(self, other); }
};
struct Inverse {
  static HWY_INLINE auto Of(auto d, auto self) {
    const hn::RebindToUnsigned<decltype(d)> du;  // SVE has no Not of floating-point numbers
    return hn::BitCast(d, hn::Not(hn::BitCast(du, self)));
  }
};
// Truth values are integers that are 0 or 1 (runtime/cpu/kernel-inl.h), which have one bit.
struct InverseOfBool {
  static HWY_INLINE auto Of(auto d, auto self) {
    return hn::Xor(self, hn::Set(d, hn::TFromD<decltype(d)>(1)));
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(And, 2, 1, OneFormula<Both>)
OPENACLNN_CPU_KERNEL(Or, 2, 1, OneFormula<Either>)
OPENACLNN_CPU_KERNEL(Not, 1, 1, OneFormula<Inverse>)
OPENACLNN_CPU_KERNEL(NotBool, 1, 1, OneFormula<InverseOfBool>)
}  // namespace openaclnn::bitwise
