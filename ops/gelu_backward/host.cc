// aclnnGeluBackward, aclnnGeluBackwardV2: what is checked stands in spec.yaml (rules), what runs
// stands here.

#include "ops/device/variants.h"
#include "ops/gelu_backward/device_kernel.h"
#include "ops/gelu_backward/gelu_backward_spec.h"

namespace openaclnn::gelu_backward {

extern const CpuKernel kErf, kTanh;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDeviceErf[] =
    OPENACLNN_FLOAT_VARIANTS(gelu_backward_erf, Gradient<ErfDerivative>);
constexpr DeviceElementwise::Variant kDeviceTanh[] =
    OPENACLNN_FLOAT_VARIANTS(gelu_backward_tanh, Gradient<TanhDerivative>);

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
  const bool tanh = plan.attr(kApproximate) == kApproximateTanh;
  plan.Elementwise(tanh ? kTanh : kErf, {tanh ? kDeviceTanh : kDeviceErf},
                   {AsFloat(plan, kGradOutput), AsFloat(plan, kSelf)}, {plan.tensor(kGradInput)});
}

}  // namespace openaclnn::gelu_backward
