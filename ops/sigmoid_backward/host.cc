// aclnnSigmoidBackward: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/sigmoid_backward/device_kernel.h"
#include "ops/sigmoid_backward/sigmoid_backward_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::sigmoid_backward {

extern const CpuKernel kSigmoidBackward;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] =
    OPENACLNN_FLOAT_VARIANTS(sigmoid_backward, SigmoidBackward);

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  plan.Elementwise(kSigmoidBackward, {kDevice}, {plan.tensor(kGradOutput), plan.tensor(kOutput)},
                   {plan.tensor(kGradInput)});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::sigmoid_backward
