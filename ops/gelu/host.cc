// aclnnGelu, aclnnGeluV2: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/gelu/device_kernel.h"
#include "ops/gelu/gelu_spec.h"

namespace openaclnn::gelu {

extern const CpuKernel kErf, kTanh;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDeviceErf[] =
    OPENACLNN_FLOAT_VARIANTS(gelu_erf, Forward<Erf>);
constexpr DeviceElementwise::Variant kDeviceTanh[] =
    OPENACLNN_FLOAT_VARIANTS(gelu_tanh, Forward<Tanh>);

void Plan(PlanBuilder& plan) {
  const bool tanh = plan.attr(kApproximate) == kApproximateTanh;
  plan.Elementwise(tanh ? kTanh : kErf, {tanh ? kDeviceTanh : kDeviceErf}, {plan.tensor(kX)},
                   {plan.tensor(kY)});
}

}  // namespace openaclnn::gelu
