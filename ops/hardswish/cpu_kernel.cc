// out = hardswish(self).

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/hardswish/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/hardswish/hardswish-inl.h"
#include "ops/math/hardswish/hardswish_fast-inl.h"
#include "runtime/cpu/fast-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::hardswish::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Kernel {
  template <class Stored, class D, class V>
  static HWY_INLINE void Fast(D d, V self, V& out) {
    out = HardswishFast<Stored>(d, self);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V self, V& out) {
    out = Hardswish(d, self);
  }
};

void HardswishForwardFast(const ElementwiseTask& task, int64_t begin, int64_t end) { FastLoop<1, 1, Kernel>(task, begin, end); }
void HardswishForwardExact(const ElementwiseTask& task, int64_t begin, int64_t end) { ExactLoop<1, 1, Kernel>(task, begin, end); }

}  // namespace openaclnn::hardswish::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::hardswish {
OPENACLNN_FAST_CPU_KERNEL(HardswishForward)
}  // namespace openaclnn::hardswish
#endif
