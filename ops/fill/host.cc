// aclnnInplaceFillScalar, aclnnInplaceZero, aclnnInplaceOne: spec.yaml says what is checked, this
// file what runs.

#include "ops/device/fill.h"
#include "ops/fill/fill_spec.h"
#include "runtime/executor/plan.h"

namespace openaclnn::fill {

void Plan(PlanBuilder& plan) {
  device::Fill(plan, plan.tensor(kOut),
               plan.has(kValue) ? plan.number(kValue) : Number::Integer(plan.attr(kConstant)));
}

}  // namespace openaclnn::fill
