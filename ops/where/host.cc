// aclnnSWhere: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/where/device_kernel.h"
#include "ops/where/where_spec.h"

namespace openaclnn::where {

extern const CpuKernel kWhere;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(where, Where);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kWhere, {kDevice},
                   {plan.tensor(kCondition), plan.tensor(kSelf), plan.tensor(kOther)},
                   {plan.tensor(kOut)}, {.compute = plan.Promoted({kSelf, kOther})});
}

}  // namespace openaclnn::where
