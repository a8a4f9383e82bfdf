// aclnnInplaceCopy: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/copy/copy_spec.h"
#include "runtime/executor/plan.h"

namespace openaclnn::copy {

void Plan(PlanBuilder& plan) { plan.Convert(plan.tensor(kSrc), plan.tensor(kSelfRef)); }

}  // namespace openaclnn::copy
