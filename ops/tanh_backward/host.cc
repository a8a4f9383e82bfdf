// aclnnTanhBackward: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/tanh_backward/device_kernel.h"
#include "ops/tanh_backward/tanh_backward_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::tanh_backward {

extern const CpuKernel kTanhBackward;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] =
    OPENACLNN_FLOAT_VARIANTS(tanh_backward, TanhBackward);

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  plan.Elementwise(kTanhBackward, {kDevice}, {plan.tensor(kGradOutput), plan.tensor(kOutput)},
                   {plan.tensor(kGradInput)});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::tanh_backward
