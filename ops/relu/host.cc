// aclnnRelu, aclnnInplaceRelu: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/relu/device_kernel.h"
#include "ops/relu/relu_spec.h"

namespace openaclnn::relu {

OPENACLNN_NUMBER_KERNELS(Relu, relu_entry, Relu);

void Plan(PlanBuilder& plan) { plan.Elementwise(kRelu, plan.ComputedIn(plan.Promoted({kSelf}))); }

}  // namespace openaclnn::relu
