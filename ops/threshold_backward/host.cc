// aclnnThresholdBackward: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/threshold_backward/device_kernel.h"
#include "ops/threshold_backward/threshold_backward_spec.h"

namespace openaclnn::threshold_backward {

OPENACLNN_FLOAT_KERNELS(ThresholdBackward, threshold_backward_entry, ThresholdBackward);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kThresholdBackward, plan.ComputedIn(plan.Promoted({kSelf}), {kThreshold}));
}

}  // namespace openaclnn::threshold_backward
