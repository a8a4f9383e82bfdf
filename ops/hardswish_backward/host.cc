// aclnnHardswishBackward, aclnnHardswishBackwardV2: what is checked stands in spec.yaml (rules),
// what runs stands here.

#include "ops/device/variants.h"
#include "ops/hardswish_backward/device_kernel.h"
#include "ops/hardswish_backward/hardswish_backward_spec.h"

namespace openaclnn::hardswish_backward {

extern const CpuKernel kInclusive, kExclusive;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDeviceInclusive[] =
    OPENACLNN_FLOAT_VARIANTS(hardswish_backward_inclusive, Gradient<true>);
constexpr DeviceElementwise::Variant kDeviceExclusive[] =
    OPENACLNN_FLOAT_VARIANTS(hardswish_backward_exclusive, Gradient<false>);

void Plan(PlanBuilder& plan) {
  const bool inclusive = plan.attr(kCorners) == kCornersInclusive;
  plan.Elementwise(inclusive ? kInclusive : kExclusive,
                   {inclusive ? kDeviceInclusive : kDeviceExclusive},
                   {plan.tensor(kGradOutput), plan.tensor(kSelf)}, {plan.tensor(kOut)});
}

}  // namespace openaclnn::hardswish_backward
