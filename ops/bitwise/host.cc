// aclnnBitwiseAndTensor, aclnnBitwiseOrTensor, aclnnBitwiseNot and their in-place twins: what is
// checked stands in spec.yaml (rules), what runs stands here.

#include "ops/bitwise/bitwise_spec.h"
#include "ops/bitwise/device_kernel.h"
#include "ops/device/variants.h"

namespace openaclnn::bitwise {

extern const CpuKernel kAnd, kOr, kNot, kNotBool;  // cpu_kernel.cc

using device::VariantOf;
constexpr DeviceElementwise::Variant kDeviceAnd[] = {
    VariantOf<AndBits<int16_t>, int16_t>(OPENACLNN_DEVICE_KERNEL(and_bits<int16_t>)),
    VariantOf<AndBits<int32_t>, int32_t>(OPENACLNN_DEVICE_KERNEL(and_bits<int32_t>)),
};
constexpr DeviceElementwise::Variant kDeviceOr[] = {
    VariantOf<OrBits<int16_t>, int16_t>(OPENACLNN_DEVICE_KERNEL(or_bits<int16_t>)),
    VariantOf<OrBits<int32_t>, int32_t>(OPENACLNN_DEVICE_KERNEL(or_bits<int32_t>)),
};
constexpr DeviceElementwise::Variant kDeviceNot[] = {
    VariantOf<NotBits<int16_t>, int16_t>(OPENACLNN_DEVICE_KERNEL(not_bits<int16_t>)),
    VariantOf<NotBits<int32_t>, int32_t>(OPENACLNN_DEVICE_KERNEL(not_bits<int32_t>)),
};

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf), out = plan.tensor(kOut);
  if (plan.has(kOther)) {
    const bool is_and = plan.attr(kOperation) == kOperationAnd;
    plan.Elementwise(is_and ? kAnd : kOr, {is_and ? kDeviceAnd : kDeviceOr},
                     {self, plan.tensor(kOther)}, {out},
                     {.compute = plan.Promoted({kSelf, kOther})});
  } else if (const aclDataType compute = plan.Promoted({kSelf}); compute == ACL_BOOL) {
    plan.Elementwise(kNotBool, {}, {self}, {out}, {.compute = compute});
  } else {
    plan.Elementwise(kNot, {kDeviceNot}, {self}, {out}, {.compute = compute});
  }
}

}  // namespace openaclnn::bitwise
