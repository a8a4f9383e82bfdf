// aclnnSub, aclnnSubs, aclnnRsub, aclnnRsubs and their in-place twins: what is checked stands in
// spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/sub/device_kernel.h"
#include "ops/sub/sub_spec.h"

namespace openaclnn::sub {

extern const CpuKernel kSubTensors, kSubNumber, kSubFromNumber;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDeviceTensors[] = {
    device::VariantOf<AxpyTensors<true>, float>(OPENACLNN_DEVICE_KERNEL(sub_tensors<float>)),
    device::VariantOf<AxpyTensors<true>, half>(OPENACLNN_DEVICE_KERNEL(sub_tensors<half>)),
    device::VariantOf<AxpyTensors<true>, bfloat16_t>(
        OPENACLNN_DEVICE_KERNEL(sub_tensors<bfloat16_t>)),
    device::VariantOf<AxpyIntegers<true>, int32_t>(OPENACLNN_DEVICE_KERNEL(sub_integers<int32_t>)),
};
constexpr DeviceElementwise::Variant kDeviceNumber[] =
    OPENACLNN_FLOAT_VARIANTS(sub_number, AxpyNumber<true>);
constexpr DeviceElementwise::Variant kDeviceFromNumber[] =
    OPENACLNN_FLOAT_VARIANTS(sub_from_number, AxpyNumber<true, true>);

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf), out = plan.tensor(kOut);
  const bool reversed = plan.attr(kOrder) == kOrderReversed;
  if (plan.has(kOther)) {
    const Operand other = plan.tensor(kOther);
    const aclDataType compute = plan.Promoted({kSelf, kOther});
    plan.Elementwise(kSubTensors, {kDeviceTensors},
                     {reversed ? other : self, reversed ? self : other}, {out},
                     {.numbers = {plan.NumberFor(compute, kAlpha)}, .compute = compute});
    return;
  }
  const aclDataType compute = plan.Promoted({kSelf, kOtherScalar});
  const ElementwiseOptions options = {
      .numbers = {plan.NumberFor(compute, kAlpha), plan.NumberFor(compute, kOtherScalar)},
      .compute = compute};
  if (reversed) {
    plan.Elementwise(kSubFromNumber, {kDeviceFromNumber}, {self}, {out}, options);
  } else {
    plan.Elementwise(kSubNumber, {kDeviceNumber}, {self}, {out}, options);
  }
}

}  // namespace openaclnn::sub
