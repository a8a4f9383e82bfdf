// aclnnCat: spec.yaml says what is checked, this file what runs.

#include "ops/cat/cat_spec.h"
#include "runtime/executor/plan.h"

namespace openaclnn::cat {

void Plan(PlanBuilder& plan) {
  const Operand out = plan.tensor(kOut);
  if (out.view.empty()) return;
  const size_t dim = DimFromFront(plan.attr(kDim), out.view.shape.size());
  const aclDataType promoted = plan.PromotedMembers(kTensors);
  int64_t begin = 0;
  for (const Operand& member : plan.tensors(kTensors)) {
    if (member.view.empty()) continue;
    const int64_t length = member.view.shape[dim];
    plan.ConvertVia(promoted, member, Narrow(out, dim, begin, length));
    begin += length;
  }
}

}  // namespace openaclnn::cat
