// aclnnSoftplus: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/softplus/device_kernel.h"
#include "ops/softplus/softplus_spec.h"

namespace openaclnn::softplus {

extern const CpuKernel kSoftplus;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(softplus, Softplus);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(
      kSoftplus, {kDevice}, {plan.tensor(kSelf)}, {plan.tensor(kOut)},
      {.numbers = {plan.NumberFor(ACL_FLOAT, kBeta), plan.NumberFor(ACL_FLOAT, kThreshold)}});
}

}  // namespace openaclnn::softplus
