// aclnnMaximum, aclnnMinimum: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/maximum/device_kernel.h"
#include "ops/maximum/maximum_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::maximum {

extern const CpuKernel kMaximum, kMinimum;  // cpu_kernel.cc

using device::VariantOf;
constexpr DeviceElementwise::Variant kDeviceMaximum[] = {
    VariantOf<ExtremeOf<float, true>, float>(OPENACLNN_DEVICE_KERNEL(maximum<float>)),
    VariantOf<ExtremeOf<float, true>, half>(OPENACLNN_DEVICE_KERNEL(maximum<half>)),
    VariantOf<ExtremeOf<float, true>, bfloat16_t>(OPENACLNN_DEVICE_KERNEL(maximum<bfloat16_t>)),
    VariantOf<ExtremeOf<int32_t, true>, int32_t>(
        OPENACLNN_DEVICE_KERNEL(maximum_integers<int32_t>)),
};
constexpr DeviceElementwise::Variant kDeviceMinimum[] = {
    VariantOf<ExtremeOf<float, false>, float>(OPENACLNN_DEVICE_KERNEL(minimum<float>)),
    VariantOf<ExtremeOf<float, false>, half>(OPENACLNN_DEVICE_KERNEL(minimum<half>)),
    VariantOf<ExtremeOf<float, false>, bfloat16_t>(OPENACLNN_DEVICE_KERNEL(minimum<bfloat16_t>)),
    VariantOf<ExtremeOf<int32_t, false>, int32_t>(
        OPENACLNN_DEVICE_KERNEL(minimum_integers<int32_t>)),
};

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  const bool greater = plan.attr(kExtreme) == kExtremeMaximum;
  plan.Elementwise(greater ? kMaximum : kMinimum, {greater ? kDeviceMaximum : kDeviceMinimum},
                   {plan.tensor(kSelf), plan.tensor(kOther)}, {plan.tensor(kOut)},
                   {.compute = plan.Promoted({kSelf, kOther})});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::maximum
