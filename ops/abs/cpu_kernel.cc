// out = the magnitude of self.

#include <cstdint>
#include <type_traits>

#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::abs {
OPENACLNN_BEGIN_KERNELS();

struct Kernel {
  static constexpr bool kNoTies = true;
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V self, V& out) const {
    Integer(d, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    Integer(d, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Integer(D, V self, V& out) const {
    if constexpr (std::is_unsigned_v<hn::TFromD<D>>) {
      out = self;
    } else {
      out = hn::Abs(self);
    }
  }
  template <class D, class V>
  HWY_INLINE void Bits(D d, V self, V& out) const {
    out = hn::And(self, hn::Set(d, uint16_t{0x7FFF}));
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Abs, 1, 1, Kernel)
}  // namespace openaclnn::abs
