// aclnnGelu, aclnnGeluV2: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/gelu/gelu_spec.h"
#include "runtime/executor/plan.h"
#include "runtime/rules/errors.h"

namespace openaclnn::gelu {

extern const CpuKernel kErf, kTanh;  // cpu_kernel.cc

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  plan.Elementwise(plan.attr(kApproximate) == kApproximateTanh ? kTanh : kErf, {plan.tensor(kX)}, {plan.tensor(kY)});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::gelu
