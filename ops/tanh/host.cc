// aclnnTanh, aclnnInplaceTanh: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/tanh/device_kernel.h"
#include "ops/tanh/tanh_spec.h"

namespace openaclnn::tanh {

OPENACLNN_FLOAT_KERNELS(Tanh, tanh_entry, device::TanhForward);

void Plan(PlanBuilder& plan) { plan.Elementwise(kTanh); }

}  // namespace openaclnn::tanh
