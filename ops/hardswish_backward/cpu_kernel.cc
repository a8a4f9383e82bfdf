// out = gradOutput * hardswish'(self), with the corners -3 and 3 inside or outside the slope.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/hardswish_backward/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/hardswish-inl.h"
#include "runtime/cpu/elementwise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::hardswish_backward::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

void Inclusive(const ElementwiseTask& task, int64_t begin, int64_t end) {
  ElementwiseLoop<2, 1>(task, begin, end, [](auto d, auto grad_output, auto self, auto& out) HWY_ATTR {
    out = HardswishBackward<HardswishCorners::kInner>(d, grad_output, self);
  });
}

void Exclusive(const ElementwiseTask& task, int64_t begin, int64_t end) {
  ElementwiseLoop<2, 1>(task, begin, end, [](auto d, auto grad_output, auto self, auto& out) HWY_ATTR {
    out = HardswishBackward<HardswishCorners::kOuter>(d, grad_output, self);
  });
}

}  // namespace openaclnn::hardswish_backward::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::hardswish_backward {
OPENACLNN_CPU_KERNEL(Inclusive)
OPENACLNN_CPU_KERNEL(Exclusive)
}  // namespace openaclnn::hardswish_backward
#endif
