// aclnnReciprocal, aclnnInplaceReciprocal: what is checked stands in spec.yaml (rules), what runs
// stands here.

#include "ops/device/variants.h"
#include "ops/reciprocal/device_kernel.h"
#include "ops/reciprocal/reciprocal_spec.h"

namespace openaclnn::reciprocal {

extern const CpuKernel kReciprocal;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] =
    OPENACLNN_FLOAT_VARIANTS(reciprocal_entry, Reciprocal);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kReciprocal, {kDevice}, {plan.tensor(kSelf)}, {plan.tensor(kOut)});
}

}  // namespace openaclnn::reciprocal
