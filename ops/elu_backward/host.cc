// aclnnEluBackward: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/elu_backward/elu_backward_spec.h"
#include "ops/math/elu/device.h"
#include "ops/math/elu/plain.h"

namespace openaclnn::elu_backward {

OPENACLNN_FLOAT_KERNELS(EluBackward, elu_backward, device::EluGradient);
extern const CpuKernel kPlainEluBackwardOnCpu;
constexpr ElementwiseKernels kPlainEluBackward = {kPlainEluBackwardOnCpu, kEluBackward.device};
OPENACLNN_FLOAT_KERNELS(EluBackwardFromResult, elu_backward_from_result,
                        device::EluGradientFromResult);

void Plan(PlanBuilder& plan) {
  const Numbers numbers = plan.NumbersFor(ACL_FLOAT, {kAlpha, kScale, kInputScale});
  plan.Elementwise(plan.attr(kIsResult) != 0  ? kEluBackwardFromResult
                   : HasPlainNumbers(numbers) ? kPlainEluBackward
                                              : kEluBackward,
                   {.numbers = numbers});
}

}  // namespace openaclnn::elu_backward
