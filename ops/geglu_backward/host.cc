// aclnnGeGluBackward, aclnnGeGluV3Backward: spec.yaml says what is checked, this file what runs.

#include <utility>

#include "ops/device/variants.h"
#include "ops/geglu_backward/geglu_backward_spec.h"
#include "ops/math/gelu/device.h"

namespace openaclnn::geglu_backward {

OPENACLNN_FLOAT_KERNELS(Erf, geglu_backward_erf, device::GatedGeluGradient<device::ErfDerivative>);
OPENACLNN_FLOAT_KERNELS(Tanh, geglu_backward_tanh,
                        device::GatedGeluGradient<device::WideTanhDerivative>);

void Plan(PlanBuilder& plan) {
  // The activated half first.
  const auto halves = [&](ParamNumber param) {
    Halves result = SplitInHalves(plan.tensor(param), plan.attr(kDim));
    if (plan.attr(kActivateLeft) == 0) std::swap(result.first, result.second);
    return result;
  };
  const Halves self = halves(kSelf), grad_input = halves(kGradInput);
  plan.Elementwise(plan.attr(kApproximate) == kApproximateTanh ? kTanh : kErf,
                   {plan.tensor(kGradOutput), self.first, self.second, plan.tensor(kGelu)},
                   {grad_input.first, grad_input.second});
}

}  // namespace openaclnn::geglu_backward
