// aclnnSeluBackward: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/selu_backward/selu_backward_spec.h"
#include "runtime/executor/plan.h"
#include "runtime/rules/errors.h"

namespace openaclnn::selu_backward {

extern const CpuKernel kSeluBackward;  // cpu_kernel.cc

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  plan.Elementwise(kSeluBackward, {plan.tensor(kGradOutput), plan.tensor(kResult)}, {plan.tensor(kGradInput)});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::selu_backward
