// aclnnLeakyRelu, aclnnInplaceLeakyRelu: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/leaky_relu/leaky_relu_spec.h"
#include "ops/math/leaky_relu/device.h"

namespace openaclnn::leaky_relu {

OPENACLNN_FLOAT_KERNELS(LeakyRelu, leaky_relu, device::LeakyReluForward);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kLeakyRelu,
                   {.numbers = plan.NumbersFor(plan.Promoted({kSelf}), {kNegativeSlope})});
}

}  // namespace openaclnn::leaky_relu
