// out = -self.

#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/neg/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::neg::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

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

}  // namespace openaclnn::neg::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::neg {
OPENACLNN_CPU_KERNEL(Neg, 1, 1, Kernel)
}  // namespace openaclnn::neg
