// aclnnCast: spec.yaml says what is checked, this file what runs.

#include "ops/cast/cast_spec.h"
#include "runtime/executor/plan.h"

namespace openaclnn::cast {

void Plan(PlanBuilder& plan) { plan.Convert(plan.tensor(kSelf), plan.tensor(kOut)); }

}  // namespace openaclnn::cast
