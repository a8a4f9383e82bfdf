// aclnnNeg, aclnnInplaceNeg: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/neg/device_kernel.h"
#include "ops/neg/neg_spec.h"

namespace openaclnn::neg {

extern const CpuKernel kNeg;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = {
    device::VariantOf<Neg, float>(OPENACLNN_DEVICE_KERNEL(neg_entry<float>)),
    device::VariantOf<Neg, half>(OPENACLNN_DEVICE_KERNEL(neg_entry<half>)),
    device::VariantOf<Neg, bfloat16_t>(OPENACLNN_DEVICE_KERNEL(neg_entry<bfloat16_t>)),
    device::VariantOf<NegIntegers, int32_t>(OPENACLNN_DEVICE_KERNEL(neg_integers<int32_t>)),
};

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf);
  plan.Elementwise(kNeg, {kDevice}, {self}, {plan.tensor(kOut)}, {.compute = self.view.dtype});
}

}  // namespace openaclnn::neg
