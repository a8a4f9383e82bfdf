// aclnnGeluBackward, aclnnGeluBackwardV2: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/gelu_backward/gelu_backward_spec.h"
#include "ops/math/gelu/device.h"

namespace openaclnn::gelu_backward {

OPENACLNN_FLOAT_KERNELS(Erf, gelu_backward_erf, device::GeluGradient<device::ErfDerivative>);
OPENACLNN_FLOAT_KERNELS(Tanh, gelu_backward_tanh, device::GeluGradient<device::TanhDerivative>);

namespace {

// Kernels know floats only: an integer tensor becomes what both inputs promote to.
Operand AsFloat(PlanBuilder& plan, ParamNumber param) {
  const Operand operand = plan.tensor(param);
  if (IsFloat(operand.view.dtype)) return operand;
  const Operand converted =
      plan.Temporary("promoted input", plan.Promoted({kGradOutput, kSelf}), operand.view.shape);
  plan.Convert(operand, converted);
  return converted;
}

}  // namespace

void Plan(PlanBuilder& plan) {
  plan.Elementwise(plan.attr(kApproximate) == kApproximateTanh ? kTanh : kErf,
                   {AsFloat(plan, kGradOutput), AsFloat(plan, kSelf)}, {plan.tensor(kGradInput)});
}

}  // namespace openaclnn::gelu_backward
