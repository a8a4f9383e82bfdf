// aclnnSiluBackward: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/math/silu/device.h"
#include "ops/silu_backward/silu_backward_spec.h"

namespace openaclnn::silu_backward {

OPENACLNN_FLOAT_KERNELS(SiluBackward, silu_backward, device::SiluGradient);

void Plan(PlanBuilder& plan) { plan.Elementwise(kSiluBackward); }

}  // namespace openaclnn::silu_backward
