// gradInput = gradOutput * gelu'(self), for both forms of GELU.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/gelu_backward/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/gelu-inl.h"
#include "runtime/cpu/elementwise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::gelu_backward::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

void Erf(const ElementwiseTask& task, int64_t begin, int64_t end) {
  ElementwiseLoop<2, 1>(task, begin, end, [](auto d, auto grad_output, auto self, auto& grad_input) HWY_ATTR {
    grad_input = hn::Mul(grad_output, GeluErfDerivative(d, self));
  });
}

void Tanh(const ElementwiseTask& task, int64_t begin, int64_t end) {
  ElementwiseLoop<2, 1>(task, begin, end, [](auto d, auto grad_output, auto self, auto& grad_input) HWY_ATTR {
    grad_input = hn::Mul(grad_output, GeluTanhDerivative(d, self));
  });
}

}  // namespace openaclnn::gelu_backward::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::gelu_backward {
OPENACLNN_CPU_KERNEL(Erf)
OPENACLNN_CPU_KERNEL(Tanh)
}  // namespace openaclnn::gelu_backward
#endif
