// aclnnGelu, aclnnGeluV2: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/gelu/device_kernel.h"
#include "ops/gelu/gelu_spec.h"

namespace openaclnn::gelu {

OPENACLNN_FLOAT_KERNELS(Erf, gelu_erf, device::GeluForward<device::Erf>);
OPENACLNN_FLOAT_KERNELS(Tanh, gelu_tanh, device::GeluForward<device::Tanh>);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(plan.attr(kApproximate) == kApproximateTanh ? kTanh : kErf);
}

}  // namespace openaclnn::gelu
