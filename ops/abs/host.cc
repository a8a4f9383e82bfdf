// aclnnAbs: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/abs/abs_spec.h"
#include "ops/abs/device_kernel.h"
#include "ops/device/variants.h"

namespace openaclnn::abs {

extern const CpuKernel kAbs;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = {
    device::VariantOf<Abs, float>(OPENACLNN_DEVICE_KERNEL(abs_entry<float>)),
    device::VariantOf<Abs, half>(OPENACLNN_DEVICE_KERNEL(abs_entry<half>)),
    device::VariantOf<Abs, bfloat16_t>(OPENACLNN_DEVICE_KERNEL(abs_entry<bfloat16_t>)),
    device::VariantOf<AbsIntegers, int32_t>(OPENACLNN_DEVICE_KERNEL(abs_integers<int32_t>)),
};

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf);
  plan.Elementwise(kAbs, {kDevice}, {self}, {plan.tensor(kOut)}, {.compute = self.view.dtype});
}

}  // namespace openaclnn::abs
