// aclnnInplaceCopy: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/copy/copy_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::copy {

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  plan.Convert(plan.tensor(kSrc), plan.tensor(kSelfRef));
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::copy
