// aclnnThresholdBackward: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/threshold_backward/device_kernel.h"
#include "ops/threshold_backward/threshold_backward_spec.h"

namespace openaclnn::threshold_backward {

extern const CpuKernel kThresholdBackward;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] =
    OPENACLNN_FLOAT_VARIANTS(threshold_backward_entry, ThresholdBackward);

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf);
  const aclDataType dtype = self.view.dtype;
  plan.Elementwise(kThresholdBackward, {kDevice}, {plan.tensor(kGradOutput), self},
                   {plan.tensor(kOut)},
                   {.numbers = {plan.NumberFor(dtype, kThreshold)}, .compute = dtype});
}

}  // namespace openaclnn::threshold_backward
