// aclnnSwiGluGrad: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/math/silu/device.h"
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
