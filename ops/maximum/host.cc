// aclnnMaximum, aclnnMinimum: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/maximum/device_kernel.h"
#include "ops/maximum/maximum_spec.h"

namespace openaclnn::maximum {

extern const CpuKernel kMaximum, kMinimum;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDeviceMaximum[] = OPENACLNN_NUMBER_VARIANTS(maximum, Greater);
constexpr DeviceElementwise::Variant kDeviceMinimum[] = OPENACLNN_NUMBER_VARIANTS(minimum, Smaller);

void Plan(PlanBuilder& plan) {
  const bool greater = plan.attr(kExtreme) == kExtremeMaximum;
  plan.Elementwise(greater ? kMaximum : kMinimum, {greater ? kDeviceMaximum : kDeviceMinimum},
                   {plan.tensor(kSelf), plan.tensor(kOther)}, {plan.tensor(kOut)},
                   {.compute = plan.Promoted({kSelf, kOther})});
}

}  // namespace openaclnn::maximum
