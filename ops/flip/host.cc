// aclnnFlip: spec.yaml says what is checked, this file what runs.

#include "ops/flip/flip_spec.h"
#include "runtime/executor/plan.h"

namespace openaclnn::flip {

void Plan(PlanBuilder& plan) {
  Operand self = plan.tensor(kSelf);
  for (const int64_t dim : plan.dims(kDims, self.view.shape.size()))
    self = Reversed(std::move(self), static_cast<size_t>(dim));
  plan.Convert(self, plan.tensor(kOut));
}

}  // namespace openaclnn::flip
