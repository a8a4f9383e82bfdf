// aclnnClamp and its forms: spec.yaml says what is checked, this file what runs.

#include <cstdint>
#include <limits>

#include "ops/clamp/clamp_spec.h"
#include "ops/clamp/device_kernel.h"
#include "ops/device/variants.h"
#include "runtime/tensor/dtype.h"

namespace openaclnn::clamp {

OPENACLNN_NUMBER_KERNELS(Clamped, clamp, Clamp);
OPENACLNN_NUMBER_KERNELS(Between, clamp_between, Between);
OPENACLNN_NUMBER_KERNELS(AtLeast, clamp_at_least, Greater);
OPENACLNN_NUMBER_KERNELS(AtMost, clamp_at_most, Smaller);

// A bound that no number of the type is beyond.
Number Unbounded(aclDataType dtype, bool is_min) {
  if (IsFloat(dtype))
    return Number::Real(is_min ? -std::numeric_limits<double>::infinity()
                               : std::numeric_limits<double>::infinity());
  const int bits = static_cast<int>(8 * DTypeBytes(dtype));
  if (dtype == ACL_UINT8) return Number::Integer(is_min ? 0 : UINT8_MAX);
  return Number::Integer(is_min ? INT64_MIN >> (64 - bits) : INT64_MAX >> (64 - bits));
}

void Plan(PlanBuilder& plan) {
  if (plan.has(kMinTensor) || plan.has(kMaxTensor)) {
    plan.Elementwise(!plan.has(kMaxTensor)   ? kAtLeast
                     : !plan.has(kMinTensor) ? kAtMost
                                             : kBetween,
                     plan.ComputedIn(plan.Promoted({kSelf, kMinTensor, kMaxTensor})));
    return;
  }
  const aclDataType compute = plan.Promoted({kSelf, kMin, kMax});
  const auto bound = [&](int param) {
    return plan.has(param) ? plan.RoundedFor(compute, param) : Unbounded(compute, param == kMin);
  };
  plan.Elementwise(kClamped, {.numbers = {bound(kMin), bound(kMax)}, .compute = compute});
}

}  // namespace openaclnn::clamp
