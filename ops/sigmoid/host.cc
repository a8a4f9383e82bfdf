// aclnnSigmoid, aclnnInplaceSigmoid: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/math/sigmoid/device.h"
#include "ops/sigmoid/sigmoid_spec.h"

namespace openaclnn::sigmoid {

OPENACLNN_FLOAT_KERNELS(Sigmoid, sigmoid_entry, device::SigmoidForward);

void Plan(PlanBuilder& plan) { plan.Elementwise(kSigmoid); }

}  // namespace openaclnn::sigmoid
