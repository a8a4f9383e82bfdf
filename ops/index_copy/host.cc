// aclnnIndexCopy and aclnnInplaceIndexCopy: spec.yaml says what is checked, this file what runs.

#include "ops/index_copy/index_copy_spec.h"
#include "runtime/executor/indexed.h"
#include "runtime/executor/plan.h"

namespace openaclnn::index_copy {

void Plan(PlanBuilder& plan) {
  const Operand out = plan.tensor(kOut);
  // In place only what is addressed is touched.
  if (!plan.AreSame(kSelf, kOut)) plan.Convert(plan.tensor(kSelf), out);
  Put(plan, plan.tensor(kSource), plan.attr(kDim), plan.tensor(kIndex), out);
}

}  // namespace openaclnn::index_copy
