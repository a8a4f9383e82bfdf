// aclnnErf, aclnnInplaceErf: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/erf/erf_spec.h"
#include "ops/math/erf/device.h"

namespace openaclnn::erf {

OPENACLNN_FLOAT_KERNELS(Erf, erf_entry, device::ErfForward);

void Plan(PlanBuilder& plan) { plan.Elementwise(kErf); }

}  // namespace openaclnn::erf
