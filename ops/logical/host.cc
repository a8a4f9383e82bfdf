// aclnnLogicalAnd, aclnnLogicalOr, aclnnLogicalNot and their in-place twins: spec.yaml says what is
// checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/logical/logical_spec.h"

namespace openaclnn::logical {

// The AI Core has no instructions for truth values.
OPENACLNN_CPU_KERNELS(And);
OPENACLNN_CPU_KERNELS(Or);
OPENACLNN_CPU_KERNELS(Not);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(!plan.has(kOther)                        ? kNot
                   : plan.attr(kOperation) == kOperationAnd ? kAnd
                                                            : kOr,
                   plan.ComputedIn(ACL_BOOL));
}

}  // namespace openaclnn::logical
