// aclnnHardswishBackward, aclnnHardswishBackwardV2: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/hardswish_backward/hardswish_backward_spec.h"
#include "runtime/executor/plan.h"
#include "runtime/rules/errors.h"

namespace openaclnn::hardswish_backward {

extern const CpuKernel kInclusive, kExclusive;  // cpu_kernel.cc

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  plan.Elementwise(plan.attr(kCorners) == kCornersInclusive ? kInclusive : kExclusive, {plan.tensor(kGradOutput), plan.tensor(kSelf)},
                   {plan.tensor(kOut)});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::hardswish_backward
