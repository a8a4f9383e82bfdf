// aclnnLog, aclnnLog2, aclnnLog10, aclnnLog1p and their in-place forms: spec.yaml says what is
// checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/log/log_spec.h"
#include "ops/math/log/device.h"

namespace openaclnn::log {

OPENACLNN_FLOAT_KERNELS(Log, log_entry, device::LogForward);
OPENACLNN_FLOAT_KERNELS(Log2, log2_entry, device::Log2Forward);
OPENACLNN_FLOAT_KERNELS(Log10, log10_entry, device::Log10Forward);
OPENACLNN_FLOAT_KERNELS(Log1p, log1p_entry, device::Log1pForward);

// By the number of the form.
constexpr const ElementwiseKernels* kForms[] = {&kLog, &kLog2, &kLog10, &kLog1p};

void Plan(PlanBuilder& plan) { plan.Elementwise(*kForms[plan.attr(kForm)]); }

}  // namespace openaclnn::log
