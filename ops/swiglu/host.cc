// aclnnSwiGlu: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/math/silu/device.h"
#include "ops/swiglu/swiglu_spec.h"

namespace openaclnn::swiglu {

OPENACLNN_FLOAT_KERNELS(SwiGlu, swiglu, device::GatedSiluForward);

void Plan(PlanBuilder& plan) {
  const Halves x = SplitInHalves(plan.tensor(kX), plan.attr(kDim));
  plan.Elementwise(kSwiGlu, {x.first, x.second}, {plan.tensor(kOut)});
}

}  // namespace openaclnn::swiglu
