// aclnnDiv, aclnnDivs and their in-place twins: spec.yaml says what is checked, this file what
// runs.

#include "ops/device/variants.h"
#include "ops/div/device_kernel.h"
#include "ops/div/div_spec.h"
#include "runtime/tensor/dtype.h"

namespace openaclnn::div {

OPENACLNN_FLOAT_KERNELS(DivTensors, div_tensors, DivTensors);
OPENACLNN_FLOAT_KERNELS(DivNumber, div_number, DivNumber);

void Plan(PlanBuilder& plan) {
  const aclDataType compute =
      ResultType(ResultKind::kFloating, plan.Promoted({kSelf, kOther, kOtherScalar}));
  if (plan.has(kOther)) {
    plan.Elementwise(kDivTensors, plan.ComputedIn(compute));
  } else {
    plan.Elementwise(kDivNumber, plan.ComputedIn(compute, {kOtherScalar}));
  }
}

}  // namespace openaclnn::div
