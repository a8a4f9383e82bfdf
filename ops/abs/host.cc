// aclnnAbs: spec.yaml says what is checked, this file what runs.

#include "ops/abs/abs_spec.h"
#include "ops/abs/device_kernel.h"
#include "ops/device/variants.h"

namespace openaclnn::abs {

OPENACLNN_NUMBER_KERNELS(Abs, abs_entry, Abs);

void Plan(PlanBuilder& plan) { plan.Elementwise(kAbs, plan.ComputedIn(plan.Promoted({kSelf}))); }

}  // namespace openaclnn::abs
