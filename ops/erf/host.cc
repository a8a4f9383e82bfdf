// aclnnErf, aclnnInplaceErf: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/erf/device_kernel.h"
#include "ops/erf/erf_spec.h"

namespace openaclnn::erf {

OPENACLNN_FLOAT_KERNELS(Erf, erf_entry, device::ErfForward);

void Plan(PlanBuilder& plan) { plan.Elementwise(kErf); }

}  // namespace openaclnn::erf
