// aclnnPermute: spec.yaml says what is checked, this file what runs.

#include "ops/permute/permute_spec.h"
#include "runtime/executor/plan.h"

namespace openaclnn::permute {

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf);
  plan.Convert(Permuted(self, plan.dims(kDims, self.view.shape.size())), plan.tensor(kOut));
}

}  // namespace openaclnn::permute
