// aclnnSelu, aclnnInplaceSelu: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/math/selu/device.h"
#include "ops/selu/selu_spec.h"

namespace openaclnn::selu {

OPENACLNN_KERNELS(
    Selu,
    {device::VariantOf<device::SeluForward<float>, float>("selu<float>"),
     device::VariantOf<device::SeluForward<half>, half>("selu<half>"),
     device::VariantOf<device::SeluForward<bfloat16_t>, bfloat16_t>("selu<bfloat16_t>"),
     device::VariantOf<device::SeluForward<int8_t>, int8_t>("selu<int8_t>"),
     device::VariantOf<device::SeluForwardToInteger<int32_t>, int32_t>("selu<int32_t>"),
     device::VariantOf<device::SeluForwardToInteger<float>, float, int32_t>("selu<float, int32_t>"),
     device::VariantOf<device::SeluForward<int32_t>, int32_t, float>("selu<int32_t, float>")});

void Plan(PlanBuilder& plan) { plan.Elementwise(kSelu); }

}  // namespace openaclnn::selu
