// aclnnCat: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/cat/cat_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::cat {

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  const Operand out = plan.tensor(kOut);
  if (out.view.empty()) return ACLNN_SUCCESS;
  const size_t dim = DimFromFront(plan.attr(kDim), out.view.shape.size());
  const aclDataType promoted = plan.PromotedMembers(kTensors);
  int64_t begin = 0;
  for (const Operand& member : plan.tensors(kTensors)) {
    if (member.view.empty()) continue;
    const int64_t length = member.view.shape[dim];
    plan.ConvertVia(promoted, member, Narrow(out, dim, begin, length));
    begin += length;
  }
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::cat
