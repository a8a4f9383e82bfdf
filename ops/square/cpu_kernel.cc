// out = self * self.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/square/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::square::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Kernel {
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
    out = hn::Mul(self, self);
  }
};

}  // namespace openaclnn::square::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::square {
OPENACLNN_CPU_KERNEL(Square, 1, 1, Kernel)
}  // namespace openaclnn::square
