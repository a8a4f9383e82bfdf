// aclnnThreshold, aclnnInplaceThreshold: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/threshold/device_kernel.h"
#include "ops/threshold/threshold_spec.h"

namespace openaclnn::threshold {

OPENACLNN_FLOAT_KERNELS(Thresholded, threshold_entry, Threshold);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kThresholded, plan.ComputedIn(plan.Promoted({kSelf}), {kThreshold, kValue}));
}

}  // namespace openaclnn::threshold
