// aclnnSigmoid, aclnnInplaceSigmoid: what is checked stands in spec.yaml (rules), what runs stands
// here.

#include "ops/device/variants.h"
#include "ops/sigmoid/device_kernel.h"
#include "ops/sigmoid/sigmoid_spec.h"

namespace openaclnn::sigmoid {

OPENACLNN_FLOAT_KERNELS(Sigmoid, sigmoid_entry, device::SigmoidForward);

void Plan(PlanBuilder& plan) { plan.Elementwise(kSigmoid); }

}  // namespace openaclnn::sigmoid
