// aclnnLogicalAnd, aclnnLogicalOr, aclnnLogicalNot and their in-place twins: what is checked stands
// in spec.yaml (rules), what runs stands here.

#include "ops/logical/logical_spec.h"
#include "runtime/executor/plan.h"

namespace openaclnn::logical {

extern const CpuKernel kAnd, kOr, kNot;  // cpu_kernel.cc

// The AI Core has no instructions for truth values.
void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf), out = plan.tensor(kOut);
  if (!plan.has(kOther)) {
    plan.Elementwise(kNot, {}, {self}, {out}, {.compute = ACL_BOOL});
  } else {
    plan.Elementwise(plan.attr(kOperation) == kOperationAnd ? kAnd : kOr, {},
                     {self, plan.tensor(kOther)}, {out}, {.compute = ACL_BOOL});
  }
}

}  // namespace openaclnn::logical
