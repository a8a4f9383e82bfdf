// aclnnAdd, aclnnInplaceAdd, aclnnAdds, aclnnInplaceAdds: what is checked stands in spec.yaml
// (rules), what runs stands here.

#include "ops/add/add_spec.h"
#include "ops/add/device_kernel.h"
#include "ops/device/variants.h"

namespace openaclnn::add {

OPENACLNN_NUMBER_KERNELS(AddTensors, add_tensors, AddTensors);
OPENACLNN_FLOAT_KERNELS(AddNumber, add_number, AxpyNumber<false>);

void Plan(PlanBuilder& plan) {
  const aclDataType compute = plan.Promoted({kSelf, kOther, kOtherScalar});
  if (plan.has(kOther)) {
    plan.Elementwise(kAddTensors, plan.ComputedIn(compute, {kAlpha}));
  } else {
    plan.Elementwise(kAddNumber, plan.ComputedIn(compute, {kAlpha, kOtherScalar}));
  }
}

}  // namespace openaclnn::add
