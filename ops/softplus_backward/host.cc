// aclnnSoftplusBackward: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/math/softplus/device.h"
#include "ops/softplus_backward/softplus_backward_spec.h"

namespace openaclnn::softplus_backward {

OPENACLNN_FLOAT_KERNELS(SoftplusBackward, softplus_backward, device::SoftplusGradient);

void Plan(PlanBuilder& plan) {
  const aclDataType promoted = plan.Promoted({kGradOutput, kSelf});
  Numbers numbers = plan.NumbersFor(promoted, {kBeta, kThreshold});
  numbers.push_back(Number::Integer(promoted == ACL_DOUBLE));
  // float64 is left to the AI CPU: in the tails a rounded input makes a result wrong in many
  // digits.
  const ElementwiseKernels on_cpu = {kSoftplusBackward.cpu};
  plan.Elementwise(promoted == ACL_DOUBLE ? on_cpu : kSoftplusBackward, {.numbers = numbers});
}

}  // namespace openaclnn::softplus_backward
