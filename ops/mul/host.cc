// aclnnMul, aclnnInplaceMul, aclnnMuls, aclnnInplaceMuls: spec.yaml says what is checked, this file
// what runs.

#include "ops/device/variants.h"
#include "ops/mul/device_kernel.h"
#include "ops/mul/mul_spec.h"

namespace openaclnn::mul {

OPENACLNN_NUMBER_KERNELS(MulTensors, mul_tensors, MulTensors);
OPENACLNN_FLOAT_KERNELS(MulNumber, mul_number, MulNumber);

void Plan(PlanBuilder& plan) {
  const aclDataType compute = plan.Promoted({kSelf, kOther, kOtherScalar});
  if (plan.has(kOther)) {
    plan.Elementwise(kMulTensors, plan.ComputedIn(compute));
  } else {
    plan.Elementwise(kMulNumber, plan.ComputedIn(compute, {kOtherScalar}));
  }
}

}  // namespace openaclnn::mul
