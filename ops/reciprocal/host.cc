// aclnnReciprocal, aclnnInplaceReciprocal: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/reciprocal/device_kernel.h"
#include "ops/reciprocal/reciprocal_spec.h"

namespace openaclnn::reciprocal {

OPENACLNN_FLOAT_KERNELS(Reciprocal, reciprocal_entry, Reciprocal);

void Plan(PlanBuilder& plan) { plan.Elementwise(kReciprocal); }

}  // namespace openaclnn::reciprocal
