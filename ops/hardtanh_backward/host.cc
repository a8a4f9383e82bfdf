// aclnnHardtanhBackward: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/hardtanh_backward/device_kernel.h"
#include "ops/hardtanh_backward/hardtanh_backward_spec.h"

namespace openaclnn::hardtanh_backward {

extern const CpuKernel kHardtanhBackward;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] =
    OPENACLNN_FLOAT_VARIANTS(hardtanh_backward_entry, HardtanhBackward);

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf);
  const aclDataType dtype = self.view.dtype;
  plan.Elementwise(kHardtanhBackward, {kDevice}, {plan.tensor(kGradOutput), self},
                   {plan.tensor(kOut)},
                   {.numbers = {plan.NumberFor(dtype, kMin), plan.NumberFor(dtype, kMax)}});
}

}  // namespace openaclnn::hardtanh_backward
