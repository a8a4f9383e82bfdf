// aclnnSWhere: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/where/device_kernel.h"
#include "ops/where/where_spec.h"

namespace openaclnn::where {

OPENACLNN_FLOAT_KERNELS(Where, where, Where);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kWhere, plan.ComputedIn(plan.Promoted({kSelf, kOther})));
}

}  // namespace openaclnn::where
