// aclnnFloor, aclnnCeil, aclnnTrunc, aclnnRound and their in-place forms: what is checked stands in
// spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/round/device_kernel.h"
#include "ops/round/round_spec.h"

namespace openaclnn::round {

OPENACLNN_FLOAT_KERNELS(Floor, floor_entry, RoundTo<Rounding::kDown>);
OPENACLNN_FLOAT_KERNELS(Ceil, ceil_entry, RoundTo<Rounding::kUp>);
OPENACLNN_FLOAT_KERNELS(Trunc, trunc_entry, RoundTo<Rounding::kToZero>);
OPENACLNN_FLOAT_KERNELS(Round, round_entry, RoundTo<Rounding::kToNearestEven>);

void Plan(PlanBuilder& plan) {
  if (!IsFloat(plan.Promoted({kSelf}))) return plan.Convert(plan.tensor(kSelf), plan.tensor(kOut));
  switch (plan.attr(kDirection)) {
    case kDirectionFloor:
      return plan.Elementwise(kFloor);
    case kDirectionCeil:
      return plan.Elementwise(kCeil);
    case kDirectionTrunc:
      return plan.Elementwise(kTrunc);
    default:
      return plan.Elementwise(kRound);
  }
}

}  // namespace openaclnn::round
