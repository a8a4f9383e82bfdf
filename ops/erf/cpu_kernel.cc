// out = erf(self).

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/erf/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/erf/erf-inl.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::erf::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Kernel {
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V self, V& out) const {
    out = ErfFast(d, self);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    out = Erf(d, self);
  }
};

}  // namespace openaclnn::erf::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::erf {
OPENACLNN_CPU_KERNEL(Erf, 1, 1, Kernel)
}  // namespace openaclnn::erf
