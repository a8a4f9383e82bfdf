// aclnnSigmoidBackward: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/sigmoid_backward/device_kernel.h"
#include "ops/sigmoid_backward/sigmoid_backward_spec.h"

namespace openaclnn::sigmoid_backward {

OPENACLNN_FLOAT_KERNELS(SigmoidBackward, sigmoid_backward, device::SigmoidGradient);

void Plan(PlanBuilder& plan) { plan.Elementwise(kSigmoidBackward); }

}  // namespace openaclnn::sigmoid_backward
