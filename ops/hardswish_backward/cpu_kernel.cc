// out = gradOutput * hardswish'(self), with the corners -3 and 3 inside or outside the slope.

#include "runtime/base/foreach_target.h"  // IWYU pragma: keep

#include "ops/math/hardswish/hardswish-inl.h"
#include "ops/math/hardswish/hardswish_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

namespace openaclnn::hardswish_backward {
OPENACLNN_BEGIN_KERNELS();

template <HardswishCorners kCorners>
struct Kernel : NoTies {
  template <class Stored>
  static HWY_INLINE void Fast(auto d, auto grad_output, auto self, auto& out) {
    out = HardswishBackwardFast<Stored, kCorners>(d, grad_output, self);
  }
  static HWY_INLINE void Exact(auto d, auto grad_output, auto self, auto& out) {
    out = HardswishBackward<kCorners>(d, grad_output, self);
  }
};

OPENACLNN_END_KERNELS();
OPENACLNN_CPU_KERNEL(Inclusive, 2, 1, Kernel<HardswishCorners::kInner>)
OPENACLNN_CPU_KERNEL(Exclusive, 2, 1, Kernel<HardswishCorners::kOuter>)
}  // namespace openaclnn::hardswish_backward
