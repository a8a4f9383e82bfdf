// aclnnSelu, aclnnInplaceSelu: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/selu/device_kernel.h"
#include "ops/selu/selu_spec.h"

namespace openaclnn::selu {

OPENACLNN_KERNELS(
    Selu,
    {VariantOf<SeluForward<float>, float>(OPENACLNN_DEVICE_KERNEL(selu<float>)),
     VariantOf<SeluForward<half>, half>(OPENACLNN_DEVICE_KERNEL(selu<half>)),
     VariantOf<SeluForward<bfloat16_t>, bfloat16_t>(OPENACLNN_DEVICE_KERNEL(selu<bfloat16_t>)),
     VariantOf<SeluForward<int8_t>, int8_t>(OPENACLNN_DEVICE_KERNEL(selu<int8_t>)),
     VariantOf<SeluForwardToInteger<int32_t>, int32_t>(OPENACLNN_DEVICE_KERNEL(selu<int32_t>)),
     VariantOf<SeluForwardToInteger<float>, float, int32_t>(
         OPENACLNN_DEVICE_KERNEL(selu<float, int32_t>)),
     VariantOf<SeluForward<int32_t>, int32_t, float>(
         OPENACLNN_DEVICE_KERNEL(selu<int32_t, float>))});

void Plan(PlanBuilder& plan) { plan.Elementwise(kSelu); }

}  // namespace openaclnn::selu
