// aclnnSoftplus: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/softplus/device_kernel.h"
#include "ops/softplus/softplus_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::softplus {

extern const CpuKernel kSoftplus;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(softplus, Softplus);

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  plan.Elementwise(
      kSoftplus, {kDevice}, {plan.tensor(kSelf)}, {plan.tensor(kOut)},
      {.numbers = {plan.NumberFor(ACL_FLOAT, kBeta), plan.NumberFor(ACL_FLOAT, kThreshold)}});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::softplus
