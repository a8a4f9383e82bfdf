// aclnnHardtanhBackward: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/hardtanh_backward/device_kernel.h"
#include "ops/hardtanh_backward/hardtanh_backward_spec.h"

namespace openaclnn::hardtanh_backward {

OPENACLNN_FLOAT_KERNELS(HardtanhBackward, hardtanh_backward_entry, HardtanhBackward);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kHardtanhBackward,
                   {.numbers = plan.NumbersFor(plan.Promoted({kSelf}), {kMin, kMax})});
}

}  // namespace openaclnn::hardtanh_backward
