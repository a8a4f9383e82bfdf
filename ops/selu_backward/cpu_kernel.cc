// gradInput = gradOutput * selu', from the result of selu.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/selu_backward/cpu_kernel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "ops/math/selu-inl.h"
#include "runtime/cpu/elementwise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::selu_backward::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using namespace openaclnn::HWY_NAMESPACE;

void SeluBackward(const ElementwiseTask& task, int64_t begin, int64_t end) {
  ElementwiseLoop<2, 1>(task, begin, end, [](auto d, auto grad_output, auto result, auto& grad_input) HWY_ATTR {
    grad_input = hn::Mul(grad_output, SeluDerivativeFromResult(d, result));
  });
}

}  // namespace openaclnn::selu_backward::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::selu_backward {
OPENACLNN_CPU_KERNEL(SeluBackward)
}  // namespace openaclnn::selu_backward
#endif
