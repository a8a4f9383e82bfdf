// aclnnRepeat: spec.yaml says what is checked, this file what runs.

#include "ops/repeat/repeat_spec.h"
#include "runtime/executor/plan.h"

namespace openaclnn::repeat {

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf), out = plan.tensor(kOut);
  if (out.view.empty()) return;
  // A dimension of the result is a row of blocks, to which the one block that self has broadcasts.
  plan.Convert(Blocked(self, Dims(self.view.shape.size(), 1)),
               Blocked(out, plan.int_array(kRepeats)));
}

}  // namespace openaclnn::repeat
