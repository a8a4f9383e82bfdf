// out = 1 / self.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/reciprocal/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "runtime/cpu/divide-inl.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::reciprocal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Kernel {
  template <class Stored, class D, class V>
  HWY_INLINE void Fast(D d, V self, V& out) const {
    Exact(d, self, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V self, V& out) const {
    out = Divide(d, hn::Set(d, hn::TFromD<D>(1)), self);
  }
};

}  // namespace openaclnn::reciprocal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::reciprocal {
OPENACLNN_CPU_KERNEL(Reciprocal, 1, 1, Kernel)
}  // namespace openaclnn::reciprocal
