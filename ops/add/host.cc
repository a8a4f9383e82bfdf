// aclnnAdd, aclnnInplaceAdd, aclnnAdds, aclnnInplaceAdds: what is checked stands in spec.yaml
// (rules), what runs stands here.

#include "ops/add/add_spec.h"
#include "ops/add/device_kernel.h"
#include "ops/device/variants.h"

namespace openaclnn::add {

extern const CpuKernel kAddTensors, kAddNumber;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDeviceTensors[] = {
    device::VariantOf<AxpyTensors<false>, float>(OPENACLNN_DEVICE_KERNEL(add_tensors<float>)),
    device::VariantOf<AxpyTensors<false>, half>(OPENACLNN_DEVICE_KERNEL(add_tensors<half>)),
    device::VariantOf<AxpyTensors<false>, bfloat16_t>(
        OPENACLNN_DEVICE_KERNEL(add_tensors<bfloat16_t>)),
    device::VariantOf<AxpyIntegers<false>, int32_t>(OPENACLNN_DEVICE_KERNEL(add_integers<int32_t>)),
};
constexpr DeviceElementwise::Variant kDeviceNumber[] =
    OPENACLNN_FLOAT_VARIANTS(add_number, AxpyNumber<false>);

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf), out = plan.tensor(kOut);
  if (plan.has(kOther)) {
    const aclDataType compute = plan.Promoted({kSelf, kOther});
    plan.Elementwise(kAddTensors, {kDeviceTensors}, {self, plan.tensor(kOther)}, {out},
                     {.numbers = {plan.NumberFor(compute, kAlpha)}, .compute = compute});
    return;
  }
  const aclDataType compute = plan.Promoted({kSelf, kOtherScalar});
  plan.Elementwise(
      kAddNumber, {kDeviceNumber}, {self}, {out},
      {.numbers = {plan.NumberFor(compute, kAlpha), plan.NumberFor(compute, kOtherScalar)},
       .compute = compute});
}

}  // namespace openaclnn::add
