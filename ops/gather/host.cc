// aclnnGatherV2, aclnnIndexSelect, aclnnEmbedding: spec.yaml says what is checked, this file what
// runs.

#include "ops/gather/gather_spec.h"
#include "runtime/executor/indexed.h"
#include "runtime/executor/plan.h"

namespace openaclnn::gather {

void Plan(PlanBuilder& plan) {
  Gather(plan, plan.tensor(kSelf), plan.attr(kDim), plan.tensor(kIndex), plan.tensor(kOut),
         plan.attr(kWraps) != 0);
}

}  // namespace openaclnn::gather
