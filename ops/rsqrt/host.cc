// aclnnRsqrt, aclnnInplaceRsqrt: what is checked stands in spec.yaml (rules), what runs stands
// here.

#include "ops/device/variants.h"
#include "ops/rsqrt/device_kernel.h"
#include "ops/rsqrt/rsqrt_spec.h"

namespace openaclnn::rsqrt {

OPENACLNN_FLOAT_KERNELS(Rsqrt, rsqrt_entry, Rsqrt);

void Plan(PlanBuilder& plan) { plan.Elementwise(kRsqrt); }

}  // namespace openaclnn::rsqrt
