// aclnnSiluBackward: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/silu_backward/device_kernel.h"
#include "ops/silu_backward/silu_backward_spec.h"

namespace openaclnn::silu_backward {

OPENACLNN_FLOAT_KERNELS(SiluBackward, silu_backward, device::SiluGradient);

void Plan(PlanBuilder& plan) { plan.Elementwise(kSiluBackward); }

}  // namespace openaclnn::silu_backward
