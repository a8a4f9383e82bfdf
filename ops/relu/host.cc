// aclnnRelu, aclnnInplaceRelu: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/relu/device_kernel.h"
#include "ops/relu/relu_spec.h"

namespace openaclnn::relu {

extern const CpuKernel kRelu;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = {
    device::VariantOf<Relu, float>(OPENACLNN_DEVICE_KERNEL(relu_entry<float>)),
    device::VariantOf<Relu, half>(OPENACLNN_DEVICE_KERNEL(relu_entry<half>)),
    device::VariantOf<Relu, bfloat16_t>(OPENACLNN_DEVICE_KERNEL(relu_entry<bfloat16_t>)),
    device::VariantOf<ReluIntegers, int32_t>(OPENACLNN_DEVICE_KERNEL(relu_integers<int32_t>)),
};

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf);
  plan.Elementwise(kRelu, {kDevice}, {self}, {plan.tensor(kOut)}, {.compute = self.view.dtype});
}

}  // namespace openaclnn::relu
