// aclnnHardsigmoid, aclnnInplaceHardsigmoid: what is checked stands in spec.yaml (rules), what runs
// stands here.

#include "ops/device/variants.h"
#include "ops/hardsigmoid/device_kernel.h"
#include "ops/hardsigmoid/hardsigmoid_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::hardsigmoid {

extern const CpuKernel kHardsigmoid;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] =
    OPENACLNN_FLOAT_VARIANTS(hardsigmoid_entry, Hardsigmoid);

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  const Operand self = plan.tensor(kSelf);
  plan.Elementwise(kHardsigmoid, {kDevice}, {self}, {plan.tensor(kOut)},
                   {.compute = self.view.dtype});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::hardsigmoid
