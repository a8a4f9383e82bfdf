// aclnnGeluBackward, aclnnGeluBackwardV2: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/gelu_backward/gelu_backward_spec.h"
#include "runtime/executor/plan.h"
#include "runtime/rules/errors.h"

namespace openaclnn::gelu_backward {

extern const CpuKernel kErf, kTanh;  // cpu_kernel.cc

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  const CpuKernel& kernel = plan.attr(kApproximate) == kApproximateTanh ? kTanh : kErf;
  plan.Elementwise(kernel, {plan.tensor(kGradOutput), plan.tensor(kSelf)}, {plan.tensor(kGradInput)});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::gelu_backward
