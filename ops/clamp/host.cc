// aclnnClamp and its forms: what is checked stands in spec.yaml (rules), what runs stands here.

#include <cstdint>
#include <limits>

#include "absl/container/inlined_vector.h"
#include "ops/clamp/clamp_spec.h"
#include "ops/clamp/device_kernel.h"
#include "ops/device/variants.h"
#include "runtime/tensor/dtype.h"

namespace openaclnn::clamp {

extern const CpuKernel kClamped, kBetween, kAtLeast, kAtMost;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_NUMBER_VARIANTS(clamp, Clamp);
constexpr DeviceElementwise::Variant kDeviceBetween[] =
    OPENACLNN_NUMBER_VARIANTS(clamp_between, Between);
constexpr DeviceElementwise::Variant kDeviceAtLeast[] =
    OPENACLNN_NUMBER_VARIANTS(clamp_at_least, Greater);
constexpr DeviceElementwise::Variant kDeviceAtMost[] =
    OPENACLNN_NUMBER_VARIANTS(clamp_at_most, Smaller);

// A bound that no number of the type is beyond.
Number Unbounded(aclDataType dtype, bool is_min) {
  if (IsFloat(dtype))
    return Number::Real(is_min ? -std::numeric_limits<double>::infinity()
                               : std::numeric_limits<double>::infinity());
  const int bits = static_cast<int>(8 * DTypeBytes(dtype));
  if (dtype == ACL_UINT8) return Number::Integer(is_min ? 0 : UINT8_MAX);
  return Number::Integer(is_min ? INT64_MIN >> (64 - bits) : INT64_MAX >> (64 - bits));
}

void PlanTensors(PlanBuilder& plan) {
  const bool has_min = plan.has(kMinTensor), has_max = plan.has(kMaxTensor);
  absl::InlinedVector<Operand, 3> inputs = {plan.tensor(kSelf)};
  if (has_min) inputs.push_back(plan.tensor(kMinTensor));
  if (has_max) inputs.push_back(plan.tensor(kMaxTensor));
  const aclDataType compute = plan.Promoted({kSelf, kMinTensor, kMaxTensor});
  const CpuKernel& cpu = !has_max ? kAtLeast : !has_min ? kAtMost : kBetween;
  const DeviceElementwise device = !has_max   ? DeviceElementwise{kDeviceAtLeast}
                                   : !has_min ? DeviceElementwise{kDeviceAtMost}
                                              : DeviceElementwise{kDeviceBetween};
  plan.Elementwise(cpu, device, inputs, {plan.tensor(kOut)}, {.compute = compute});
}

void Plan(PlanBuilder& plan) {
  if (plan.has(kMinTensor) || plan.has(kMaxTensor)) {
    PlanTensors(plan);
    return;
  }
  const aclDataType compute = plan.Promoted({kSelf, kMin, kMax});
  const auto bound = [&](int param) {
    return plan.has(param) ? plan.RoundedFor(compute, param) : Unbounded(compute, param == kMin);
  };
  plan.Elementwise(kClamped, {kDevice}, {plan.tensor(kSelf)}, {plan.tensor(kOut)},
                   {.numbers = {bound(kMin), bound(kMax)}, .compute = compute});
}

}  // namespace openaclnn::clamp
