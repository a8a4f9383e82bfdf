// aclnnSquare: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/square/device_kernel.h"
#include "ops/square/square_spec.h"

namespace openaclnn::square {

OPENACLNN_NUMBER_KERNELS(Square, square_entry, Square);

void Plan(PlanBuilder& plan) { plan.Elementwise(kSquare, plan.ComputedIn(plan.Promoted({kSelf}))); }

}  // namespace openaclnn::square
