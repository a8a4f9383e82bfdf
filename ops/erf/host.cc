// aclnnErf, aclnnInplaceErf: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/erf/device_kernel.h"
#include "ops/erf/erf_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::erf {

extern const CpuKernel kErf;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(erf_entry, Erf);

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  plan.Elementwise(kErf, {kDevice}, {plan.tensor(kSelf)}, {plan.tensor(kOut)});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::erf
