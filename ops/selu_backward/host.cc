// aclnnSeluBackward: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/selu_backward/device_kernel.h"
#include "ops/selu_backward/selu_backward_spec.h"

namespace openaclnn::selu_backward {

OPENACLNN_KERNELS(
    SeluBackward,
    {VariantOf<SeluGradient, float>(OPENACLNN_DEVICE_KERNEL(selu_backward<float>)),
     VariantOf<SeluGradient, half>(OPENACLNN_DEVICE_KERNEL(selu_backward<half>)),
     VariantOf<SeluGradient, bfloat16_t>(OPENACLNN_DEVICE_KERNEL(selu_backward<bfloat16_t>)),
     VariantOf<SeluGradient, int8_t>(OPENACLNN_DEVICE_KERNEL(selu_backward<int8_t>)),
     VariantOf<SeluIntegerGradient, int32_t>(OPENACLNN_DEVICE_KERNEL(selu_backward<int32_t>))});

void Plan(PlanBuilder& plan) { plan.Elementwise(kSeluBackward); }

}  // namespace openaclnn::selu_backward
