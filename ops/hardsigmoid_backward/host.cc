// aclnnHardsigmoidBackward: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/hardsigmoid_backward/device_kernel.h"
#include "ops/hardsigmoid_backward/hardsigmoid_backward_spec.h"

namespace openaclnn::hardsigmoid_backward {

OPENACLNN_FLOAT_KERNELS(HardsigmoidBackward, hardsigmoid_backward_entry, HardsigmoidBackward);

void Plan(PlanBuilder& plan) { plan.Elementwise(kHardsigmoidBackward); }

}  // namespace openaclnn::hardsigmoid_backward
