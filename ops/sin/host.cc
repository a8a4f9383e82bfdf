// aclnnSin, aclnnInplaceSin: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/sin/device_kernel.h"
#include "ops/sin/sin_spec.h"

namespace openaclnn::sin {

OPENACLNN_FLOAT_KERNELS(Sin, sin_entry, Sine);

void Plan(PlanBuilder& plan) { plan.Elementwise(kSin); }

}  // namespace openaclnn::sin
