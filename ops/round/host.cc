// aclnnFloor, aclnnCeil, aclnnTrunc, aclnnRound and their in-place forms: spec.yaml says what is
// checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/round/device_kernel.h"
#include "ops/round/round_spec.h"

namespace openaclnn::round {

OPENACLNN_FLOAT_KERNELS(Floor, floor_entry, RoundTo<Rounding::kDown>);
OPENACLNN_FLOAT_KERNELS(Ceil, ceil_entry, RoundTo<Rounding::kUp>);
OPENACLNN_FLOAT_KERNELS(Trunc, trunc_entry, RoundTo<Rounding::kToZero>);
OPENACLNN_FLOAT_KERNELS(Round, round_entry, RoundTo<Rounding::kToNearestEven>);

// By the number of the direction.
constexpr const ElementwiseKernels* kDirections[] = {&kFloor, &kCeil, &kTrunc, &kRound};

void Plan(PlanBuilder& plan) {
  if (!IsFloat(plan.Promoted({kSelf}))) return plan.Convert(plan.tensor(kSelf), plan.tensor(kOut));
  plan.Elementwise(*kDirections[plan.attr(kDirection)]);
}

}  // namespace openaclnn::round
