// aclnnSplitWithSize: spec.yaml says what is checked, this file what runs.

#include "ops/split/split_spec.h"
#include "runtime/executor/plan.h"

namespace openaclnn::split {

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf);
  const size_t dim = DimFromFront(plan.attr(kDim), self.view.shape.size());
  int64_t begin = 0;
  for (const Operand& piece : plan.tensors(kOut)) {
    const int64_t length = piece.view.shape[dim];
    plan.Convert(Narrow(self, dim, begin, length), piece);
    begin += length;
  }
}

}  // namespace openaclnn::split
