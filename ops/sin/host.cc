// aclnnSin, aclnnInplaceSin: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/math/trigonometric/device.h"
#include "ops/sin/sin_spec.h"

namespace openaclnn::sin {

OPENACLNN_FLOAT_KERNELS(Sin, sin_entry, device::SineOrCosine<false>);

void Plan(PlanBuilder& plan) { plan.Elementwise(kSin); }

}  // namespace openaclnn::sin
