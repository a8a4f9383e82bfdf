// aclnnSqrt, aclnnInplaceSqrt: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/sqrt/device_kernel.h"
#include "ops/sqrt/sqrt_spec.h"

namespace openaclnn::sqrt {

OPENACLNN_FLOAT_KERNELS(Sqrt, sqrt_entry, Sqrt);

void Plan(PlanBuilder& plan) { plan.Elementwise(kSqrt); }

}  // namespace openaclnn::sqrt
