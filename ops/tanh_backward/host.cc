// aclnnTanhBackward: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/tanh_backward/device_kernel.h"
#include "ops/tanh_backward/tanh_backward_spec.h"

namespace openaclnn::tanh_backward {

OPENACLNN_FLOAT_KERNELS(TanhBackward, tanh_backward, device::TanhGradient);

void Plan(PlanBuilder& plan) { plan.Elementwise(kTanhBackward); }

}  // namespace openaclnn::tanh_backward
