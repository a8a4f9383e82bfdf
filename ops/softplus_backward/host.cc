// aclnnSoftplusBackward: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/softplus_backward/device_kernel.h"
#include "ops/softplus_backward/softplus_backward_spec.h"

namespace openaclnn::softplus_backward {

extern const CpuKernel kSoftplusBackward;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] =
    OPENACLNN_FLOAT_VARIANTS(softplus_backward, SoftplusBackward);

void Plan(PlanBuilder& plan) {
  const Operand gradient = plan.tensor(kGradOutput), self = plan.tensor(kSelf);
  const aclDataType promoted = PromoteTypes(gradient.view.dtype, self.view.dtype);
  // float64 is left to the AI CPU: in the tails a rounded input makes a result wrong in many
  // digits.
  const DeviceElementwise device =
      promoted == ACL_DOUBLE ? DeviceElementwise() : DeviceElementwise{kDevice};
  plan.Elementwise(
      kSoftplusBackward, device, {gradient, self}, {plan.tensor(kGradInput)},
      {.numbers = {plan.NumberFor(promoted, kBeta), plan.NumberFor(promoted, kThreshold),
                   Number::Integer(promoted == ACL_DOUBLE)}});
}

}  // namespace openaclnn::softplus_backward
