// aclnnCast: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/cast/cast_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::cast {

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  plan.Convert(plan.tensor(kSelf), plan.tensor(kOut));
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::cast
