// aclnnErf, aclnnInplaceErf: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/erf/device_kernel.h"
#include "ops/erf/erf_spec.h"

namespace openaclnn::erf {

extern const CpuKernel kErf;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(erf_entry, Erf);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kErf, {kDevice}, {plan.tensor(kSelf)}, {plan.tensor(kOut)});
}

}  // namespace openaclnn::erf
