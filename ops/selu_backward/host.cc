// aclnnSeluBackward: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/math/selu/device.h"
#include "ops/selu_backward/selu_backward_spec.h"

namespace openaclnn::selu_backward {

OPENACLNN_KERNELS(
    SeluBackward,
    {device::VariantOf<device::SeluGradient, float>("selu_backward<float>"),
     device::VariantOf<device::SeluGradient, half>("selu_backward<half>"),
     device::VariantOf<device::SeluGradient, bfloat16_t>("selu_backward<bfloat16_t>"),
     device::VariantOf<device::SeluGradient, int8_t>("selu_backward<int8_t>"),
     device::VariantOf<device::SeluIntegerGradient, int32_t>("selu_backward<int32_t>")});

void Plan(PlanBuilder& plan) { plan.Elementwise(kSeluBackward); }

}  // namespace openaclnn::selu_backward
