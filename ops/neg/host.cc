// aclnnNeg, aclnnInplaceNeg: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/neg/device_kernel.h"
#include "ops/neg/neg_spec.h"

namespace openaclnn::neg {

OPENACLNN_NUMBER_KERNELS(Neg, neg_entry, Neg);

void Plan(PlanBuilder& plan) { plan.Elementwise(kNeg, plan.ComputedIn(plan.Promoted({kSelf}))); }

}  // namespace openaclnn::neg
