// aclnnMaximum, aclnnMinimum: spec.yaml says what is checked, this file what runs.

#include "ops/device/extreme.h"
#include "ops/device/variants.h"
#include "ops/maximum/maximum_spec.h"

namespace openaclnn::maximum {

OPENACLNN_NUMBER_KERNELS(Maximum, maximum, device::Greater);
OPENACLNN_NUMBER_KERNELS(Minimum, minimum, device::Smaller);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(plan.attr(kExtreme) == kExtremeMaximum ? kMaximum : kMinimum,
                   plan.ComputedIn(plan.Promoted({kSelf, kOther})));
}

}  // namespace openaclnn::maximum
