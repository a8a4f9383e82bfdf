// aclnnCos, aclnnInplaceCos: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/cos/cos_spec.h"
#include "ops/cos/device_kernel.h"
#include "ops/device/variants.h"

namespace openaclnn::cos {

OPENACLNN_FLOAT_KERNELS(Cos, cos_entry, Cosine);

void Plan(PlanBuilder& plan) { plan.Elementwise(kCos); }

}  // namespace openaclnn::cos
