// aclnnSquare: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/square/device_kernel.h"
#include "ops/square/square_spec.h"

namespace openaclnn::square {

extern const CpuKernel kSquare;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = {
    device::VariantOf<Square, float>(OPENACLNN_DEVICE_KERNEL(square_entry<float>)),
    device::VariantOf<Square, half>(OPENACLNN_DEVICE_KERNEL(square_entry<half>)),
    device::VariantOf<Square, bfloat16_t>(OPENACLNN_DEVICE_KERNEL(square_entry<bfloat16_t>)),
    device::VariantOf<SquareIntegers, int32_t>(OPENACLNN_DEVICE_KERNEL(square_integers<int32_t>)),
};

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf);
  plan.Elementwise(kSquare, {kDevice}, {self}, {plan.tensor(kOut)}, {.compute = self.view.dtype});
}

}  // namespace openaclnn::square
