// aclnnTanh, aclnnInplaceTanh: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/math/tanh/device.h"
#include "ops/tanh/tanh_spec.h"

namespace openaclnn::tanh {

OPENACLNN_FLOAT_KERNELS(Tanh, tanh_entry, device::TanhForward);

void Plan(PlanBuilder& plan) { plan.Elementwise(kTanh); }

}  // namespace openaclnn::tanh
