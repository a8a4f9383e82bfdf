// aclnnInplaceCopy: spec.yaml says what is checked, this file what runs.

#include "ops/copy/copy_spec.h"
#include "runtime/executor/plan.h"

namespace openaclnn::copy {

void Plan(PlanBuilder& plan) { plan.Convert(plan.tensor(kSrc), plan.tensor(kSelfRef)); }

}  // namespace openaclnn::copy
