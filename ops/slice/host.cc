// aclnnSlice: spec.yaml says what is checked, this file what runs.

#include "ops/slice/slice_spec.h"
#include "runtime/executor/plan.h"

namespace openaclnn::slice {

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf);
  const Dims& shape = self.view.shape;
  const size_t dim = DimFromFront(plan.attr(kDim), shape.size());
  const auto [begin, count] =
      SectionOf(shape[dim], plan.attr(kStart), plan.attr(kEnd), plan.attr(kStep));
  plan.Convert(Narrow(self, dim, begin, count, plan.attr(kStep)), plan.tensor(kOut));
}

}  // namespace openaclnn::slice
