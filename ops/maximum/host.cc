// aclnnMaximum, aclnnMinimum: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/maximum/device_kernel.h"
#include "ops/maximum/maximum_spec.h"

namespace openaclnn::maximum {

OPENACLNN_NUMBER_KERNELS(Maximum, maximum, Greater);
OPENACLNN_NUMBER_KERNELS(Minimum, minimum, Smaller);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(plan.attr(kExtreme) == kExtremeMaximum ? kMaximum : kMinimum,
                   plan.ComputedIn(plan.Promoted({kSelf, kOther})));
}

}  // namespace openaclnn::maximum
