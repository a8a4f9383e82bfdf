// aclnnSilu: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/silu/device_kernel.h"
#include "ops/silu/silu_spec.h"

namespace openaclnn::silu {

OPENACLNN_FLOAT_KERNELS(Silu, silu, device::SiluForward);

void Plan(PlanBuilder& plan) { plan.Elementwise(kSilu); }

}  // namespace openaclnn::silu
