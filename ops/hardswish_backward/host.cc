// aclnnHardswishBackward, aclnnHardswishBackwardV2: spec.yaml says what is checked, this file what
// runs.

#include "ops/device/variants.h"
#include "ops/hardswish_backward/hardswish_backward_spec.h"
#include "ops/math/hardswish/device.h"

namespace openaclnn::hardswish_backward {

OPENACLNN_FLOAT_KERNELS(Inclusive, hardswish_backward_inclusive, device::HardswishGradient<true>);
OPENACLNN_FLOAT_KERNELS(Exclusive, hardswish_backward_exclusive, device::HardswishGradient<false>);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(plan.attr(kCorners) == kCornersInclusive ? kInclusive : kExclusive);
}

}  // namespace openaclnn::hardswish_backward
