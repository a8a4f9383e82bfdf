// gradInput = gradOutput (output (1 - output)).

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/sigmoid_backward/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/sigmoid/sigmoid-inl.h"
#include "ops/math/sigmoid/sigmoid_fast-inl.h"
#include "runtime/cpu/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::sigmoid_backward::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

struct Kernel {
  template <class Stored, class D, class V>
  HWY_INLINE hn::Mask<D> Fast(D d, V gradient, V output, V& out) const {
    return SigmoidBackwardFast(d, gradient, output, out);
  }
  template <class D, class V>
  HWY_INLINE void Exact(D d, V gradient, V output, V& out) const {
    out = SigmoidBackward(d, gradient, output);
  }
};

}  // namespace openaclnn::sigmoid_backward::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace openaclnn::sigmoid_backward {
OPENACLNN_CPU_KERNEL(SigmoidBackward, 2, 1, Kernel)
}  // namespace openaclnn::sigmoid_backward
