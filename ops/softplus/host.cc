// aclnnSoftplus: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/math/softplus/device.h"
#include "ops/softplus/softplus_spec.h"

namespace openaclnn::softplus {

OPENACLNN_FLOAT_KERNELS(Softplus, softplus, device::SoftplusForward);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kSoftplus, {.numbers = plan.NumbersFor(ACL_FLOAT, {kBeta, kThreshold})});
}

}  // namespace openaclnn::softplus
