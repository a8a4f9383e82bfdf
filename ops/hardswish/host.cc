// aclnnHardswish, aclnnInplaceHardswish: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/hardswish/hardswish_spec.h"
#include "ops/math/hardswish/device.h"

namespace openaclnn::hardswish {

OPENACLNN_FLOAT_KERNELS(HardswishForward, hardswish, device::HardswishForward);

void Plan(PlanBuilder& plan) { plan.Elementwise(kHardswishForward); }

}  // namespace openaclnn::hardswish
