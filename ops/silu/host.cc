// aclnnSilu: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/silu/device_kernel.h"
#include "ops/silu/silu_spec.h"

namespace openaclnn::silu {

extern const CpuKernel kSilu;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] =
    OPENACLNN_FLOAT_VARIANTS(silu, device::SiluForward);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kSilu, {kDevice}, {plan.tensor(kSelf)}, {plan.tensor(kOut)});
}

}  // namespace openaclnn::silu
