// aclnnLog, aclnnLog2, aclnnLog10, aclnnLog1p and their in-place forms: what is checked stands in
// spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/log/device_kernel.h"
#include "ops/log/log_spec.h"

namespace openaclnn::log {

extern const CpuKernel kLog, kLog2, kLog10, kLog1p;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDeviceLog[] = OPENACLNN_FLOAT_VARIANTS(log_entry, Log);
constexpr DeviceElementwise::Variant kDeviceLog2[] = OPENACLNN_FLOAT_VARIANTS(log2_entry, Log2);
constexpr DeviceElementwise::Variant kDeviceLog10[] = OPENACLNN_FLOAT_VARIANTS(log10_entry, Log10);
constexpr DeviceElementwise::Variant kDeviceLog1p[] = OPENACLNN_FLOAT_VARIANTS(log1p_entry, Log1p);

void Plan(PlanBuilder& plan) {
  const auto run = [&](const CpuKernel& kernel, const auto& device) {
    plan.Elementwise(kernel, {device}, {plan.tensor(kSelf)}, {plan.tensor(kOut)});
  };
  switch (plan.attr(kForm)) {
    case kFormLog2:
      return run(kLog2, kDeviceLog2);
    case kFormLog10:
      return run(kLog10, kDeviceLog10);
    case kFormLog1p:
      return run(kLog1p, kDeviceLog1p);
    default:
      return run(kLog, kDeviceLog);
  }
}

}  // namespace openaclnn::log
