// aclnnGeGluBackward, aclnnGeGluV3Backward: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/geglu_backward/geglu_backward_spec.h"
#include "runtime/executor/plan.h"
#include "runtime/rules/errors.h"

namespace openaclnn::geglu_backward {

extern const CpuKernel kErf, kTanh;  // cpu_kernel.cc

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  // The halves of self are views of it: nothing is copied, along whichever dimension it is split.
  const Operand self = plan.tensor(kSelf);
  const int64_t dim = plan.attr(kDim);
  const size_t split = static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(self.view.shape.size()) : dim);
  const int64_t half = self.view.shape[split] / 2;
  const int64_t activated = plan.attr(kActivateLeft) != 0 ? 0 : half;
  const Operand grad_input = plan.tensor(kGradInput);
  plan.Elementwise(
      plan.attr(kApproximate) == kApproximateTanh ? kTanh : kErf,
      {plan.tensor(kGradOutput), Narrow(self, split, activated, half), Narrow(self, split, half - activated, half), plan.tensor(kGelu)},
      {Narrow(grad_input, split, activated, half), Narrow(grad_input, split, half - activated, half)});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::geglu_backward
