// aclnnSwiGlu: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/swiglu/device_kernel.h"
#include "ops/swiglu/swiglu_spec.h"

namespace openaclnn::swiglu {

OPENACLNN_FLOAT_KERNELS(SwiGlu, swiglu, device::GatedSiluForward);

void Plan(PlanBuilder& plan) {
  const Halves x = SplitInHalves(plan.tensor(kX), plan.attr(kDim));
  plan.Elementwise(kSwiGlu, {x.first, x.second}, {plan.tensor(kOut)});
}

}  // namespace openaclnn::swiglu
