// out = self / (1 + e^-self).

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/silu/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/silu/silu-inl.h"
#include "ops/math/silu/silu_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::silu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Kernel {
  template <class Stored, class D, class V>
  static HWY_INLINE hn::Mask<D> Fast(D d, V self, V& out) {
    return SiluFast<Stored>(d, self, out);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V self, V& out) {
    out = Silu(d, self);
  }
};

}  // namespace openaclnn::silu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::silu {
OPENACLNN_CPU_KERNEL(Silu, 1, 1, Kernel)
}  // namespace openaclnn::silu
