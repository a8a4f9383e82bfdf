// aclnnAdd, aclnnInplaceAdd, aclnnAdds, aclnnInplaceAdds: spec.yaml says what is checked, this file
// what runs.

#include "ops/add/add_spec.h"
#include "ops/device/axpy.h"
#include "ops/device/variants.h"

namespace openaclnn::add {

OPENACLNN_NUMBER_KERNELS(AddTensors, add_tensors, device::AddTensors);
OPENACLNN_FLOAT_KERNELS(AddNumber, add_number, device::AxpyNumber<false>);

void Plan(PlanBuilder& plan) {
  const aclDataType compute = plan.Promoted({kSelf, kOther, kOtherScalar});
  if (plan.has(kOther)) {
    plan.Elementwise(kAddTensors, plan.ComputedIn(compute, {kAlpha}));
  } else {
    plan.Elementwise(kAddNumber, plan.ComputedIn(compute, {kAlpha, kOtherScalar}));
  }
}

}  // namespace openaclnn::add
