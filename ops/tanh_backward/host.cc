// aclnnTanhBackward: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/math/tanh/device.h"
#include "ops/tanh_backward/tanh_backward_spec.h"

namespace openaclnn::tanh_backward {

OPENACLNN_FLOAT_KERNELS(TanhBackward, tanh_backward, device::TanhGradient);

void Plan(PlanBuilder& plan) { plan.Elementwise(kTanhBackward); }

}  // namespace openaclnn::tanh_backward
