// The gradients of both halves: gradOutput * other * gelu'(activated), and gradOutput * gelu with the gelu that was passed in.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/geglu_backward/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/gelu-inl.h"
#include "runtime/cpu/elementwise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::geglu_backward::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

void Erf(const ElementwiseTask& task, int64_t begin, int64_t end) {
  ElementwiseLoop<4, 2>(task, begin, end,
                        [](auto d, auto grad_output, auto activated, auto other, auto gelu, auto& grad_activated, auto& grad_other)
                            HWY_ATTR {
                              grad_other = hn::Mul(grad_output, gelu);
                              grad_activated = hn::Mul(hn::Mul(grad_output, other), GeluErfDerivative(d, activated));
                            });
}

void Tanh(const ElementwiseTask& task, int64_t begin, int64_t end) {
  ElementwiseLoop<4, 2>(task, begin, end,
                        [](auto d, auto grad_output, auto activated, auto other, auto gelu, auto& grad_activated, auto& grad_other)
                            HWY_ATTR {
                              grad_other = hn::Mul(grad_output, gelu);
                              grad_activated = hn::Mul(hn::Mul(grad_output, other), GeluTanhDerivative(d, activated));
                            });
}

}  // namespace openaclnn::geglu_backward::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::geglu_backward {
OPENACLNN_CPU_KERNEL(Erf)
OPENACLNN_CPU_KERNEL(Tanh)
}  // namespace openaclnn::geglu_backward
#endif
