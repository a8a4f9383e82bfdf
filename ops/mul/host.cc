// aclnnMul, aclnnInplaceMul, aclnnMuls, aclnnInplaceMuls: what is checked stands in spec.yaml
// (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/mul/device_kernel.h"
#include "ops/mul/mul_spec.h"

namespace openaclnn::mul {

extern const CpuKernel kMulTensors, kMulNumber;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDeviceTensors[] = {
    device::VariantOf<MulTensors, float>(OPENACLNN_DEVICE_KERNEL(mul_tensors<float>)),
    device::VariantOf<MulTensors, half>(OPENACLNN_DEVICE_KERNEL(mul_tensors<half>)),
    device::VariantOf<MulTensors, bfloat16_t>(OPENACLNN_DEVICE_KERNEL(mul_tensors<bfloat16_t>)),
    device::VariantOf<MulIntegers, int32_t>(OPENACLNN_DEVICE_KERNEL(mul_integers<int32_t>)),
};
constexpr DeviceElementwise::Variant kDeviceNumber[] =
    OPENACLNN_FLOAT_VARIANTS(mul_number, MulNumber);

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf), out = plan.tensor(kOut);
  if (plan.has(kOther)) {
    plan.Elementwise(kMulTensors, {kDeviceTensors}, {self, plan.tensor(kOther)}, {out},
                     {.compute = plan.Promoted({kSelf, kOther})});
    return;
  }
  const aclDataType compute = plan.Promoted({kSelf, kOtherScalar});
  plan.Elementwise(kMulNumber, {kDeviceNumber}, {self}, {out},
                   {.numbers = {plan.NumberFor(compute, kOtherScalar)}, .compute = compute});
}

}  // namespace openaclnn::mul
