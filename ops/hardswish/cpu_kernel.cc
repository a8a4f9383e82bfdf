// out = hardswish(self).

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/hardswish/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/hardswish-inl.h"
#include "runtime/cpu/elementwise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::hardswish::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

void HardswishForward(const ElementwiseTask& task, int64_t begin, int64_t end) {
  ElementwiseLoop<1, 1>(task, begin, end, [](auto d, auto self, auto& out) HWY_ATTR { out = Hardswish(d, self); });
}

}  // namespace openaclnn::hardswish::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::hardswish {
OPENACLNN_CPU_KERNEL(HardswishForward)
}  // namespace openaclnn::hardswish
#endif
