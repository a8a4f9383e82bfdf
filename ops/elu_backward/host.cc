// aclnnEluBackward: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/elu_backward/device_kernel.h"
#include "ops/elu_backward/elu_backward_spec.h"
#include "ops/math/elu/plain.h"

namespace openaclnn::elu_backward {

extern const CpuKernel kEluBackward, kPlainEluBackward, kEluBackwardFromResult;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] =
    OPENACLNN_FLOAT_VARIANTS(elu_backward, EluBackward);
constexpr DeviceElementwise::Variant kDeviceFromResult[] =
    OPENACLNN_FLOAT_VARIANTS(elu_backward_from_result, EluBackwardFromResult);

void Plan(PlanBuilder& plan) {
  const auto number = [&](int param) { return plan.NumberFor(ACL_FLOAT, param); };
  const Number alpha = number(kAlpha), scale = number(kScale), input_scale = number(kInputScale);
  const bool is_result = plan.attr(kIsResult) != 0;
  const bool is_plain = HasPlainNumbers(alpha, scale, input_scale);
  plan.Elementwise(is_result  ? kEluBackwardFromResult
                   : is_plain ? kPlainEluBackward
                              : kEluBackward,
                   is_result ? DeviceElementwise{kDeviceFromResult} : DeviceElementwise{kDevice},
                   {plan.tensor(kGradOutput), plan.tensor(kSelfOrResult)},
                   {plan.tensor(kGradInput)}, {.numbers = {alpha, scale, input_scale}});
}

}  // namespace openaclnn::elu_backward
