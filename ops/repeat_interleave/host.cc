// aclnnRepeatInterleaveIntWithDim, aclnnRepeatInterleaveInt: spec.yaml says what is checked, this
// file what runs.

#include "ops/repeat_interleave/repeat_interleave_spec.h"
#include "runtime/executor/plan.h"

namespace openaclnn::repeat_interleave {

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf), out = plan.tensor(kOut);
  if (out.view.empty()) return;
  // Behind the dimension stands one of extent 1 in self, which broadcasts to that of the copies.
  const int64_t repeats = plan.attr(kRepeats);
  Dims extents = self.view.shape;
  if (plan.has(kDim)) {
    const size_t dim = DimFromFront(plan.attr(kDim), extents.size());
    plan.Convert(Unfolded(self, dim, {extents[dim], 1}),
                 Unfolded(out, dim, {extents[dim], repeats}));
    return;
  }
  Operand from = self;
  from.view.shape.push_back(1);
  from.view.strides.push_back(0);
  extents.push_back(repeats);
  plan.Convert(from, Unfolded(out, 0, extents));
}

}  // namespace openaclnn::repeat_interleave
