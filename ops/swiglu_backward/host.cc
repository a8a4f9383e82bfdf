// aclnnSwiGluGrad: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/swiglu_backward/device_kernel.h"
#include "ops/swiglu_backward/swiglu_backward_spec.h"

namespace openaclnn::swiglu_backward {

OPENACLNN_FLOAT_KERNELS(SwiGluBackward, swiglu_backward, device::GatedSiluGradient);

void Plan(PlanBuilder& plan) {
  const Halves x = SplitInHalves(plan.tensor(kX), plan.attr(kDim)),
               out = SplitInHalves(plan.tensor(kOut), plan.attr(kDim));
  plan.Elementwise(kSwiGluBackward, {plan.tensor(kYGrad), x.first, x.second},
                   {out.first, out.second});
}

}  // namespace openaclnn::swiglu_backward
