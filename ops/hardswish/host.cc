// aclnnHardswish, aclnnInplaceHardswish: what is checked stands in spec.yaml (rules), what runs
// stands here.

#include "ops/device/variants.h"
#include "ops/hardswish/device_kernel.h"
#include "ops/hardswish/hardswish_spec.h"

namespace openaclnn::hardswish {

extern const CpuKernel kHardswishForward;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(hardswish, Hardswish);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kHardswishForward, {kDevice}, {plan.tensor(kSelf)}, {plan.tensor(kOut)});
}

}  // namespace openaclnn::hardswish
