// out = cos(self).

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/cos/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/trigonometric/sine-inl.h"
#include "ops/math/trigonometric/sine_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::cos::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Kernel {
  template <class Stored, class D, class V>
  HWY_INLINE hn::Mask<D> Fast(D d, V self, V& out) const {
    out = CosineFast<Stored>(d, self);
    return SineInRange(d, self);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    out = Cosine(d, self);
  }
};

}  // namespace openaclnn::cos::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::cos {
OPENACLNN_CPU_KERNEL(Cos, 1, 1, Kernel)
}  // namespace openaclnn::cos
