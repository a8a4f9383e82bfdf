// aclnnFloor, aclnnCeil, aclnnTrunc, aclnnRound and their in-place forms: what is checked stands in
// spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/round/device_kernel.h"
#include "ops/round/round_spec.h"

namespace openaclnn::round {

extern const CpuKernel kFloor, kCeil, kTrunc, kRound;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDeviceFloor[] =
    OPENACLNN_FLOAT_VARIANTS(floor_entry, RoundTo<Rounding::kDown>);
constexpr DeviceElementwise::Variant kDeviceCeil[] =
    OPENACLNN_FLOAT_VARIANTS(ceil_entry, RoundTo<Rounding::kUp>);
constexpr DeviceElementwise::Variant kDeviceTrunc[] =
    OPENACLNN_FLOAT_VARIANTS(trunc_entry, RoundTo<Rounding::kToZero>);
constexpr DeviceElementwise::Variant kDeviceRound[] =
    OPENACLNN_FLOAT_VARIANTS(round_entry, RoundTo<Rounding::kToNearestEven>);

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf), out = plan.tensor(kOut);
  const auto run = [&](const CpuKernel& kernel, const auto& device) {
    plan.Elementwise(kernel, {device}, {self}, {out});
  };
  if (!IsFloat(self.view.dtype)) {
    plan.Convert(self, out);
    return;
  }
  switch (plan.attr(kDirection)) {
    case kDirectionFloor:
      return run(kFloor, kDeviceFloor);
    case kDirectionCeil:
      return run(kCeil, kDeviceCeil);
    case kDirectionTrunc:
      return run(kTrunc, kDeviceTrunc);
    default:
      return run(kRound, kDeviceRound);
  }
}

}  // namespace openaclnn::round
