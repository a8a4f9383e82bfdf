// aclnnStack: spec.yaml says what is checked, this file what runs.

#include "ops/stack/stack_spec.h"
#include "runtime/executor/plan.h"

namespace openaclnn::stack {

void Plan(PlanBuilder& plan) {
  const Operand out = plan.tensor(kOut);
  if (out.view.empty()) return;
  const size_t dim = DimFromFront(plan.attr(kDim), out.view.shape.size());
  const aclDataType promoted = plan.PromotedMembers(kTensors);
  int64_t number = 0;
  for (const Operand& member : plan.tensors(kTensors)) {
    plan.ConvertVia(promoted, member, Selected(out, dim, number++));
  }
}

}  // namespace openaclnn::stack
