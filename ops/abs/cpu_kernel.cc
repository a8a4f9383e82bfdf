// out = the magnitude of self.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include <cstdint>
#include <type_traits>

#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::abs {
OPENACLNN_BEGIN_KERNELS();

struct Formula : NoTies {
  static HWY_INLINE auto Of(auto d, auto self) {
    if constexpr (std::is_unsigned_v<hn::TFromD<decltype(d)>>) {
      return self;
    } else {
      return hn::Abs(self);
    }
  }
  template <class D, class V>
  HWY_INLINE void Bits(D d, V self, V& out) const {
    out = hn::And(self, hn::Set(d, uint16_t{0x7FFF}));
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Abs, 1, 1, OneFormula<Formula>)
}  // namespace openaclnn::abs
