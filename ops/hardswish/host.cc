// aclnnHardswish, aclnnInplaceHardswish: what is checked stands in spec.yaml (rules), what runs
// stands here.

#include "ops/device/variants.h"
#include "ops/hardswish/device_kernel.h"
#include "ops/hardswish/hardswish_spec.h"

namespace openaclnn::hardswish {

OPENACLNN_FLOAT_KERNELS(HardswishForward, hardswish, device::HardswishForward);

void Plan(PlanBuilder& plan) { plan.Elementwise(kHardswishForward); }

}  // namespace openaclnn::hardswish
