// aclnnHardsigmoid, aclnnInplaceHardsigmoid: what is checked stands in spec.yaml (rules), what runs
// stands here.

#include "ops/device/variants.h"
#include "ops/hardsigmoid/device_kernel.h"
#include "ops/hardsigmoid/hardsigmoid_spec.h"

namespace openaclnn::hardsigmoid {

extern const CpuKernel kHardsigmoid;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] =
    OPENACLNN_FLOAT_VARIANTS(hardsigmoid_entry, Hardsigmoid);

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf);
  plan.Elementwise(kHardsigmoid, {kDevice}, {self}, {plan.tensor(kOut)},
                   {.compute = self.view.dtype});
}

}  // namespace openaclnn::hardsigmoid
