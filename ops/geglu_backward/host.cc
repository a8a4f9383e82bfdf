// aclnnGeGluBackward, aclnnGeGluV3Backward: what is checked stands in spec.yaml (rules), what runs
// stands here.

#include "ops/device/variants.h"
#include "ops/geglu_backward/device_kernel.h"
#include "ops/geglu_backward/geglu_backward_spec.h"

namespace openaclnn::geglu_backward {

extern const CpuKernel kErf, kTanh;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDeviceErf[] =
    OPENACLNN_FLOAT_VARIANTS(geglu_backward_erf, Gradient<ErfDerivative>);
constexpr DeviceElementwise::Variant kDeviceTanh[] =
    OPENACLNN_FLOAT_VARIANTS(geglu_backward_tanh, Gradient<WideTanhDerivative>);

void Plan(PlanBuilder& plan) {
  const Halves self = SplitInHalves(plan.tensor(kSelf), plan.attr(kDim));
  const Halves grad_input = SplitInHalves(plan.tensor(kGradInput), plan.attr(kDim));
  const bool left = plan.attr(kActivateLeft) != 0;
  const bool tanh = plan.attr(kApproximate) == kApproximateTanh;
  plan.Elementwise(
      tanh ? kTanh : kErf, {tanh ? kDeviceTanh : kDeviceErf},
      {plan.tensor(kGradOutput), left ? self.first : self.second, left ? self.second : self.first,
       plan.tensor(kGelu)},
      {left ? grad_input.first : grad_input.second, left ? grad_input.second : grad_input.first});
}

}  // namespace openaclnn::geglu_backward
