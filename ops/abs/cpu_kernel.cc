// out = the magnitude of self.

#include <cstdint>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/abs/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::abs::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

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

}  // namespace openaclnn::abs::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::abs {
OPENACLNN_CPU_KERNEL(Abs, 1, 1, Kernel)
}  // namespace openaclnn::abs
