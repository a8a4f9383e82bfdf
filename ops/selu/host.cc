// aclnnSelu, aclnnInplaceSelu: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/selu/selu_spec.h"
#include "runtime/executor/plan.h"
#include "runtime/rules/errors.h"

namespace openaclnn::selu {

extern const CpuKernel kSelu;  // cpu_kernel.cc

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  plan.Elementwise(kSelu, {plan.tensor(kSelf)}, {plan.tensor(kOut)});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::selu
