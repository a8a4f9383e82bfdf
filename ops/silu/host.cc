// aclnnSilu: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/math/silu/device.h"
#include "ops/silu/silu_spec.h"

namespace openaclnn::silu {

OPENACLNN_FLOAT_KERNELS(Silu, silu, device::SiluForward);

void Plan(PlanBuilder& plan) { plan.Elementwise(kSilu); }

}  // namespace openaclnn::silu
