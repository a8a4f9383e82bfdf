// aclnnPermute: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/permute/permute_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::permute {

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  const Operand self = plan.tensor(kSelf);
  plan.Convert(Permuted(self, plan.dims(kDims, self.view.shape.size())), plan.tensor(kOut));
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::permute
