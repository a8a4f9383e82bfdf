// aclnnHardsigmoid, aclnnInplaceHardsigmoid: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/hardsigmoid/device_kernel.h"
#include "ops/hardsigmoid/hardsigmoid_spec.h"

namespace openaclnn::hardsigmoid {

OPENACLNN_FLOAT_KERNELS(Hardsigmoid, hardsigmoid_entry, Hardsigmoid);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kHardsigmoid, plan.ComputedIn(plan.Promoted({kSelf})));
}

}  // namespace openaclnn::hardsigmoid
