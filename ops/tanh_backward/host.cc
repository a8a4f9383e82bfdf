// aclnnTanhBackward: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/tanh_backward/device_kernel.h"
#include "ops/tanh_backward/tanh_backward_spec.h"

namespace openaclnn::tanh_backward {

extern const CpuKernel kTanhBackward;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] =
    OPENACLNN_FLOAT_VARIANTS(tanh_backward, TanhBackward);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kTanhBackward, {kDevice}, {plan.tensor(kGradOutput), plan.tensor(kOutput)},
                   {plan.tensor(kGradInput)});
}

}  // namespace openaclnn::tanh_backward
