// out = -self.

#include <cstdint>

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::neg {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  static constexpr bool kNoTies = true;
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D, V self, V& out) const {
    out = hn::Neg(self);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D, V self, V& out) const {
    out = hn::Neg(self);
  }
  template <class D, class V>
  HWY_INLINE void Integer(D d, V self, V& out) const {
    out = hn::Sub(hn::Zero(d), self);
  }
  template <class D, class V>
  HWY_INLINE void Bits(D d, V self, V& out) const {
    out = hn::Xor(self, hn::Set(d, uint16_t{0x8000}));
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Neg, 1, 1, Kernel)
}  // namespace openaclnn::neg
