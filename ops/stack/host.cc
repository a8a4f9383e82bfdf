// aclnnStack: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/stack/stack_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::stack {

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  const Operand out = plan.tensor(kOut);
  if (out.view.empty()) return ACLNN_SUCCESS;
  const size_t dim = DimFromFront(plan.attr(kDim), out.view.shape.size());
  const aclDataType promoted = plan.PromotedMembers(kTensors);
  int64_t number = 0;
  for (const Operand& member : plan.tensors(kTensors)) {
    plan.ConvertVia(promoted, member, Selected(out, dim, number++));
  }
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::stack
