// aclnnHardsigmoidBackward: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/hardsigmoid_backward/device_kernel.h"
#include "ops/hardsigmoid_backward/hardsigmoid_backward_spec.h"

namespace openaclnn::hardsigmoid_backward {

extern const CpuKernel kHardsigmoidBackward;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] =
    OPENACLNN_FLOAT_VARIANTS(hardsigmoid_backward_entry, HardsigmoidBackward);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kHardsigmoidBackward, {kDevice}, {plan.tensor(kGradOutput), plan.tensor(kSelf)},
                   {plan.tensor(kOut)});
}

}  // namespace openaclnn::hardsigmoid_backward
