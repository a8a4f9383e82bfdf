// aclnnThreshold, aclnnInplaceThreshold: what is checked stands in spec.yaml (rules), what runs
// stands here.

#include "ops/device/variants.h"
#include "ops/threshold/device_kernel.h"
#include "ops/threshold/threshold_spec.h"

namespace openaclnn::threshold {

extern const CpuKernel kThresholded;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] =
    OPENACLNN_FLOAT_VARIANTS(threshold_entry, Threshold);

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf);
  const aclDataType dtype = self.view.dtype;
  plan.Elementwise(kThresholded, {kDevice}, {self}, {plan.tensor(kOut)},
                   {.numbers = {plan.NumberFor(dtype, kThreshold), plan.NumberFor(dtype, kValue)},
                    .compute = dtype});
}

}  // namespace openaclnn::threshold
