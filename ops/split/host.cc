// aclnnSplitWithSize: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/split/split_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::split {

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  const Operand self = plan.tensor(kSelf);
  const size_t dim = DimFromFront(plan.attr(kDim), self.view.shape.size());
  int64_t begin = 0;
  for (const Operand& piece : plan.tensors(kOut)) {
    const int64_t length = piece.view.shape[dim];
    plan.Convert(Narrow(self, dim, begin, length), piece);
    begin += length;
  }
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::split
