// aclnnLeakyReluBackward: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/leaky_relu_backward/device_kernel.h"
#include "ops/leaky_relu_backward/leaky_relu_backward_spec.h"

namespace openaclnn::leaky_relu_backward {

extern const CpuKernel kLeakyReluBackward;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] =
    OPENACLNN_FLOAT_VARIANTS(leaky_relu_backward, LeakyReluBackward);

void Plan(PlanBuilder& plan) {
  const Operand gradient = plan.tensor(kGradOutput), self = plan.tensor(kSelf);
  const aclDataType promoted = PromoteTypes(gradient.view.dtype, self.view.dtype);
  plan.Elementwise(kLeakyReluBackward, {kDevice}, {gradient, self}, {plan.tensor(kOut)},
                   {.numbers = {plan.NumberFor(promoted, kNegativeSlope)}});
}

}  // namespace openaclnn::leaky_relu_backward
