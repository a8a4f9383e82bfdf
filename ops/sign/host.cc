// aclnnSign: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/sign/device_kernel.h"
#include "ops/sign/sign_spec.h"

namespace openaclnn::sign {

extern const CpuKernel kSign;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = {
    device::VariantOf<Sign, float>(OPENACLNN_DEVICE_KERNEL(sign_entry<float>)),
    device::VariantOf<Sign, half>(OPENACLNN_DEVICE_KERNEL(sign_entry<half>)),
    device::VariantOf<Sign, bfloat16_t>(OPENACLNN_DEVICE_KERNEL(sign_entry<bfloat16_t>)),
    device::VariantOf<SignIntegers, int32_t>(OPENACLNN_DEVICE_KERNEL(sign_integers<int32_t>)),
};

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf);
  plan.Elementwise(kSign, {kDevice}, {self}, {plan.tensor(kResult)}, {.compute = self.view.dtype});
}

}  // namespace openaclnn::sign
