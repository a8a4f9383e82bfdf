// aclnnLeakyReluBackward: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/leaky_relu_backward/leaky_relu_backward_spec.h"
#include "ops/math/leaky_relu/device.h"

namespace openaclnn::leaky_relu_backward {

OPENACLNN_FLOAT_KERNELS(LeakyReluBackward, leaky_relu_backward, device::LeakyReluGradient);

void Plan(PlanBuilder& plan) {
  const aclDataType promoted = plan.Promoted({kGradOutput, kSelf});
  plan.Elementwise(kLeakyReluBackward, {.numbers = plan.NumbersFor(promoted, {kNegativeSlope})});
}

}  // namespace openaclnn::leaky_relu_backward
