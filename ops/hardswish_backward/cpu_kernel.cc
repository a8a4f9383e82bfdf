// out = gradOutput * hardswish'(self), with the corners -3 and 3 inside or outside the slope.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/hardswish_backward/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/hardswish/hardswish-inl.h"
#include "ops/math/hardswish/hardswish_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::hardswish_backward::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

template <HardswishCorners kCorners>
struct Kernel {
  static constexpr bool kNoTies = true;
  template <class Stored, class D, class V>
  static HWY_INLINE void Fast(D d, V grad_output, V self, V& out) {
    out = HardswishBackwardFast<Stored, kCorners>(d, grad_output, self);
  }
  template <class D, class V>
  static HWY_INLINE void Exact(D d, V grad_output, V self, V& out) {
    out = HardswishBackward<kCorners>(d, grad_output, self);
  }
};

}  // namespace openaclnn::hardswish_backward::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::hardswish_backward {
OPENACLNN_CPU_KERNEL(Inclusive, 2, 1, Kernel<HardswishCorners::kInner>)
OPENACLNN_CPU_KERNEL(Exclusive, 2, 1, Kernel<HardswishCorners::kOuter>)
}  // namespace openaclnn::hardswish_backward
