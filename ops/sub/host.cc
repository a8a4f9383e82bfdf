// aclnnSub, aclnnSubs, aclnnRsub, aclnnRsubs and their in-place twins: spec.yaml says what is
// checked, this file what runs.

#include <utility>

#include "ops/device/axpy.h"
#include "ops/device/variants.h"
#include "ops/sub/sub_spec.h"

namespace openaclnn::sub {

OPENACLNN_NUMBER_KERNELS(SubTensors, sub_tensors, device::SubTensors);
OPENACLNN_FLOAT_KERNELS(SubNumber, sub_number, device::AxpyNumber<true>);
OPENACLNN_FLOAT_KERNELS(SubFromNumber, sub_from_number, device::AxpyNumber<true, true>);

void Plan(PlanBuilder& plan) {
  const bool reversed = plan.attr(kOrder) == kOrderReversed;
  const aclDataType compute = plan.Promoted({kSelf, kOther, kOtherScalar});
  if (plan.has(kOther)) {
    Operand self = plan.tensor(kSelf), other = plan.tensor(kOther);
    if (reversed) std::swap(self, other);
    plan.Elementwise(kSubTensors, {self, other}, {plan.tensor(kOut)},
                     plan.ComputedIn(compute, {kAlpha}));
  } else {
    plan.Elementwise(reversed ? kSubFromNumber : kSubNumber,
                     plan.ComputedIn(compute, {kAlpha, kOtherScalar}));
  }
}

}  // namespace openaclnn::sub
