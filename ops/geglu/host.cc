// aclnnGeGlu, aclnnGeGluV3: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/geglu/device_kernel.h"
#include "ops/geglu/geglu_spec.h"

namespace openaclnn::geglu {

extern const CpuKernel kErf, kTanh;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDeviceErf[] =
    OPENACLNN_FLOAT_VARIANTS(geglu_erf, Forward<Erf>);
constexpr DeviceElementwise::Variant kDeviceTanh[] =
    OPENACLNN_FLOAT_VARIANTS(geglu_tanh, Forward<Tanh>);

void Plan(PlanBuilder& plan) {
  const Halves self = SplitInHalves(plan.tensor(kSelf), plan.attr(kDim));
  const bool left = plan.attr(kActivateLeft) != 0;
  const bool tanh = plan.attr(kApproximate) == kApproximateTanh;
  plan.Elementwise(tanh ? kTanh : kErf, {tanh ? kDeviceTanh : kDeviceErf},
                   {left ? self.first : self.second, left ? self.second : self.first},
                   {plan.tensor(kOut), plan.tensor(kOutGelu)});
}

}  // namespace openaclnn::geglu
