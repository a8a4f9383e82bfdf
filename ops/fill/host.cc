// aclnnInplaceFillScalar, aclnnInplaceZero, aclnnInplaceOne: what is checked stands in spec.yaml
// (rules), what runs stands here.

#include "ops/device/fill.h"
#include "ops/fill/fill_spec.h"
#include "runtime/executor/plan.h"

namespace openaclnn::fill {

void Plan(PlanBuilder& plan) {
  device::Fill(plan, plan.tensor(kOut),
               plan.has(kValue) ? plan.number(kValue) : Number::Integer(plan.attr(kConstant)));
}

}  // namespace openaclnn::fill
