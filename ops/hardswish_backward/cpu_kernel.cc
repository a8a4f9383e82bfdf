// out = gradOutput * hardswish'(self), with the corners -3 and 3 inside or outside the slope.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/hardswish_backward/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/hardswish/hardswish-inl.h"
#include "ops/math/hardswish/hardswish_fast-inl.h"
#include "runtime/cpu/fast-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::hardswish_backward::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

template <HardswishCorners kCorners>
struct Kernel {
  template <class Stored, class D, class V>
  static HWY_INLINE void Fast(D d, V grad_output, V self, V& out) {
    out = HardswishBackwardFast<Stored, kCorners>(d, grad_output, self);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V grad_output, V self, V& out) {
    out = HardswishBackward<kCorners>(d, grad_output, self);
  }
};

void InclusiveFast(const ElementwiseTask& task, int64_t begin, int64_t end) {
  FastLoop<2, 1, Kernel<HardswishCorners::kInner>>(task, begin, end);
}
void InclusiveExact(const ElementwiseTask& task, int64_t begin, int64_t end) {
  ExactLoop<2, 1, Kernel<HardswishCorners::kInner>>(task, begin, end);
}
void ExclusiveFast(const ElementwiseTask& task, int64_t begin, int64_t end) {
  FastLoop<2, 1, Kernel<HardswishCorners::kOuter>>(task, begin, end);
}
void ExclusiveExact(const ElementwiseTask& task, int64_t begin, int64_t end) {
  ExactLoop<2, 1, Kernel<HardswishCorners::kOuter>>(task, begin, end);
}

}  // namespace openaclnn::hardswish_backward::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::hardswish_backward {
OPENACLNN_FAST_CPU_KERNEL(Inclusive)
OPENACLNN_FAST_CPU_KERNEL(Exclusive)
}  // namespace openaclnn::hardswish_backward
#endif
