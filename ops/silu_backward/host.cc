// aclnnSiluBackward: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/silu_backward/device_kernel.h"
#include "ops/silu_backward/silu_backward_spec.h"

namespace openaclnn::silu_backward {

extern const CpuKernel kSiluBackward;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] =
    OPENACLNN_FLOAT_VARIANTS(silu_backward, device::SiluGradient);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kSiluBackward, {kDevice}, {plan.tensor(kGradOutput), plan.tensor(kSelf)},
                   {plan.tensor(kGradInput)});
}

}  // namespace openaclnn::silu_backward
