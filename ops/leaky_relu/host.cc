// aclnnLeakyRelu, aclnnInplaceLeakyRelu: what is checked stands in spec.yaml (rules), what runs
// stands here.

#include "ops/device/variants.h"
#include "ops/leaky_relu/device_kernel.h"
#include "ops/leaky_relu/leaky_relu_spec.h"

namespace openaclnn::leaky_relu {

OPENACLNN_FLOAT_KERNELS(LeakyRelu, leaky_relu, device::LeakyReluForward);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kLeakyRelu,
                   {.numbers = plan.NumbersFor(plan.Promoted({kSelf}), {kNegativeSlope})});
}

}  // namespace openaclnn::leaky_relu
