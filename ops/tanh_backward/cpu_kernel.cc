// gradInput = gradOutput (1 - output^2).

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/tanh_backward/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/tanh/tanh-inl.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::tanh_backward::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Kernel {
  template <class Stored, class D, class V>
  HWY_INLINE hn::Mask<D> Fast(D d, V gradient, V output, V& out) const {
    return TanhBackwardFast(d, gradient, output, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V gradient, V output, V& out) const {
    out = TanhBackward(d, gradient, output);
  }
};

}  // namespace openaclnn::tanh_backward::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::tanh_backward {
OPENACLNN_CPU_KERNEL(TanhBackward, 2, 1, Kernel)
}  // namespace openaclnn::tanh_backward
