// aclnnGelu, aclnnGeluV2: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/gelu/gelu_spec.h"
#include "ops/math/gelu/device.h"

namespace openaclnn::gelu {

OPENACLNN_FLOAT_KERNELS(Erf, gelu_erf, device::GeluForward<device::Erf>);
OPENACLNN_FLOAT_KERNELS(Tanh, gelu_tanh, device::GeluForward<device::Tanh>);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(plan.attr(kApproximate) == kApproximateTanh ? kTanh : kErf);
}

}  // namespace openaclnn::gelu
