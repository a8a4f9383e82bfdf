// aclnnRsqrt, aclnnInplaceRsqrt: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/rsqrt/device_kernel.h"
#include "ops/rsqrt/rsqrt_spec.h"

namespace openaclnn::rsqrt {

OPENACLNN_FLOAT_KERNELS(Rsqrt, rsqrt_entry, Rsqrt);

void Plan(PlanBuilder& plan) { plan.Elementwise(kRsqrt); }

}  // namespace openaclnn::rsqrt
