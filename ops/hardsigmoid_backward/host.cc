// aclnnHardsigmoidBackward: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/hardsigmoid_backward/device_kernel.h"
#include "ops/hardsigmoid_backward/hardsigmoid_backward_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::hardsigmoid_backward {

extern const CpuKernel kHardsigmoidBackward;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] =
    OPENACLNN_FLOAT_VARIANTS(hardsigmoid_backward_entry, HardsigmoidBackward);

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  plan.Elementwise(kHardsigmoidBackward, {kDevice}, {plan.tensor(kGradOutput), plan.tensor(kSelf)},
                   {plan.tensor(kOut)});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::hardsigmoid_backward
