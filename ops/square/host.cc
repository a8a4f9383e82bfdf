// aclnnSquare: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/square/device_kernel.h"
#include "ops/square/square_spec.h"

namespace openaclnn::square {

OPENACLNN_NUMBER_KERNELS(Square, square_entry, Square);

void Plan(PlanBuilder& plan) { plan.Elementwise(kSquare, plan.ComputedIn(plan.Promoted({kSelf}))); }

}  // namespace openaclnn::square
