// aclnnSoftplus: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/softplus/device_kernel.h"
#include "ops/softplus/softplus_spec.h"

namespace openaclnn::softplus {

OPENACLNN_FLOAT_KERNELS(Softplus, softplus, device::SoftplusForward);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kSoftplus, {.numbers = plan.NumbersFor(ACL_FLOAT, {kBeta, kThreshold})});
}

}  // namespace openaclnn::softplus
