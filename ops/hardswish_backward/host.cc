// aclnnHardswishBackward, aclnnHardswishBackwardV2: what is checked stands in spec.yaml (rules),
// what runs stands here.

#include "ops/device/variants.h"
#include "ops/hardswish_backward/device_kernel.h"
#include "ops/hardswish_backward/hardswish_backward_spec.h"

namespace openaclnn::hardswish_backward {

OPENACLNN_FLOAT_KERNELS(Inclusive, hardswish_backward_inclusive, device::HardswishGradient<true>);
OPENACLNN_FLOAT_KERNELS(Exclusive, hardswish_backward_exclusive, device::HardswishGradient<false>);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(plan.attr(kCorners) == kCornersInclusive ? kInclusive : kExclusive);
}

}  // namespace openaclnn::hardswish_backward
