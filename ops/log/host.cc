// aclnnLog, aclnnLog2, aclnnLog10, aclnnLog1p and their in-place forms: what is checked stands in
// spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/log/device_kernel.h"
#include "ops/log/log_spec.h"

namespace openaclnn::log {

OPENACLNN_FLOAT_KERNELS(Log, log_entry, device::LogForward);
OPENACLNN_FLOAT_KERNELS(Log2, log2_entry, device::Log2Forward);
OPENACLNN_FLOAT_KERNELS(Log10, log10_entry, device::Log10Forward);
OPENACLNN_FLOAT_KERNELS(Log1p, log1p_entry, device::Log1pForward);

void Plan(PlanBuilder& plan) {
  switch (plan.attr(kForm)) {
    case kFormLog2:
      return plan.Elementwise(kLog2);
    case kFormLog10:
      return plan.Elementwise(kLog10);
    case kFormLog1p:
      return plan.Elementwise(kLog1p);
    default:
      return plan.Elementwise(kLog);
  }
}

}  // namespace openaclnn::log
