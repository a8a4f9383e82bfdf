// aclnnLeakyReluBackward: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/leaky_relu_backward/device_kernel.h"
#include "ops/leaky_relu_backward/leaky_relu_backward_spec.h"

namespace openaclnn::leaky_relu_backward {

OPENACLNN_FLOAT_KERNELS(LeakyReluBackward, leaky_relu_backward, device::LeakyReluGradient);

void Plan(PlanBuilder& plan) {
  const aclDataType promoted = plan.Promoted({kGradOutput, kSelf});
  plan.Elementwise(kLeakyReluBackward, {.numbers = plan.NumbersFor(promoted, {kNegativeSlope})});
}

}  // namespace openaclnn::leaky_relu_backward
