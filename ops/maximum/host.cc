// aclnnMaximum, aclnnMinimum: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/maximum/device_kernel.h"
#include "ops/maximum/maximum_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::maximum {

extern const CpuKernel kMaximum, kMinimum;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDeviceMaximum[] = OPENACLNN_NUMBER_VARIANTS(maximum, Greater);
constexpr DeviceElementwise::Variant kDeviceMinimum[] = OPENACLNN_NUMBER_VARIANTS(minimum, Smaller);

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  const bool greater = plan.attr(kExtreme) == kExtremeMaximum;
  plan.Elementwise(greater ? kMaximum : kMinimum, {greater ? kDeviceMaximum : kDeviceMinimum},
                   {plan.tensor(kSelf), plan.tensor(kOther)}, {plan.tensor(kOut)},
                   {.compute = plan.Promoted({kSelf, kOther})});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::maximum
