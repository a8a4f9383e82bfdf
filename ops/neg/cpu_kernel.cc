// out = -self.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include <cstdint>

#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::neg {
OPENACLNN_BEGIN_KERNELS();

struct Formula : NoTies {
  static HWY_INLINE auto Of(auto d, auto self) {
    if constexpr (hwy::IsFloat<hn::TFromD<decltype(d)>>()) {
      return hn::Neg(self);
    } else {
      return hn::Sub(hn::Zero(d), self);
    }
  }
  template <class D, class V>
  HWY_INLINE void Bits(D d, V self, V& out) const {
    out = hn::Xor(self, hn::Set(d, uint16_t{0x8000}));
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Neg, 1, 1, OneFormula<Formula>)
}  // namespace openaclnn::neg
