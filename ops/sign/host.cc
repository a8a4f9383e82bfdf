// aclnnSign: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/sign/device_kernel.h"
#include "ops/sign/sign_spec.h"

namespace openaclnn::sign {

OPENACLNN_NUMBER_KERNELS(Sign, sign_entry, Sign);

void Plan(PlanBuilder& plan) { plan.Elementwise(kSign, plan.ComputedIn(plan.Promoted({kSelf}))); }

}  // namespace openaclnn::sign
