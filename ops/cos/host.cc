// aclnnCos, aclnnInplaceCos: spec.yaml says what is checked, this file what runs.

#include "ops/cos/cos_spec.h"
#include "ops/device/variants.h"
#include "ops/math/trigonometric/device.h"

namespace openaclnn::cos {

OPENACLNN_FLOAT_KERNELS(Cos, cos_entry, device::SineOrCosine<true>);

void Plan(PlanBuilder& plan) { plan.Elementwise(kCos); }

}  // namespace openaclnn::cos
