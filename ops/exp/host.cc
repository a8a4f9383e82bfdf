// aclnnExp, aclnnInplaceExp: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/exp/device_kernel.h"
#include "ops/exp/exp_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::exp {

extern const CpuKernel kExp;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(exp_entry, Exp);

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  plan.Elementwise(kExp, {kDevice}, {plan.tensor(kSelf)}, {plan.tensor(kOut)});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::exp
