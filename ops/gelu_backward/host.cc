// aclnnGeluBackward, aclnnGeluBackwardV2: what is checked stands in spec.yaml (rules), what runs
// stands here.

#include "ops/device/variants.h"
#include "ops/gelu_backward/device_kernel.h"
#include "ops/gelu_backward/gelu_backward_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::gelu_backward {

extern const CpuKernel kErf, kTanh;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDeviceErf[] =
    OPENACLNN_FLOAT_VARIANTS(gelu_backward_erf, Gradient<ErfDerivative>);
constexpr DeviceElementwise::Variant kDeviceTanh[] =
    OPENACLNN_FLOAT_VARIANTS(gelu_backward_tanh, Gradient<TanhDerivative>);

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  const bool tanh = plan.attr(kApproximate) == kApproximateTanh;
  plan.Elementwise(tanh ? kTanh : kErf, {tanh ? kDeviceTanh : kDeviceErf},
                   {plan.tensor(kGradOutput), plan.tensor(kSelf)}, {plan.tensor(kGradInput)});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::gelu_backward
