// aclnnGeGlu, aclnnGeGluV3: spec.yaml says what is checked, this file what runs.

#include <utility>

#include "ops/device/variants.h"
#include "ops/geglu/geglu_spec.h"
#include "ops/math/gelu/device.h"

namespace openaclnn::geglu {

OPENACLNN_FLOAT_KERNELS(Erf, geglu_erf, device::GatedGeluForward<device::Erf>);
OPENACLNN_FLOAT_KERNELS(Tanh, geglu_tanh, device::GatedGeluForward<device::Tanh>);

void Plan(PlanBuilder& plan) {
  Halves self = SplitInHalves(plan.tensor(kSelf), plan.attr(kDim));
  if (plan.attr(kActivateLeft) == 0) std::swap(self.first, self.second);
  plan.Elementwise(plan.attr(kApproximate) == kApproximateTanh ? kTanh : kErf,
                   {self.first, self.second}, {plan.tensor(kOut), plan.tensor(kOutGelu)});
}

}  // namespace openaclnn::geglu
