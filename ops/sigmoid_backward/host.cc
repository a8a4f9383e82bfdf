// aclnnSigmoidBackward: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/math/sigmoid/device.h"
#include "ops/sigmoid_backward/sigmoid_backward_spec.h"

namespace openaclnn::sigmoid_backward {

OPENACLNN_FLOAT_KERNELS(SigmoidBackward, sigmoid_backward, device::SigmoidGradient);

void Plan(PlanBuilder& plan) { plan.Elementwise(kSigmoidBackward); }

}  // namespace openaclnn::sigmoid_backward
