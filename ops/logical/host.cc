// aclnnLogicalAnd, aclnnBitwiseAndTensor and their like: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/logical/device_kernel.h"
#include "ops/logical/logical_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::logical {

extern const CpuKernel kAnd, kOr, kNot, kNotTrue;  // cpu_kernel.cc

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

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  const int64_t operation = plan.attr(kOperation);
  const bool truth = operation <= kOperationLogicalNot;
  const Operand self = plan.tensor(kSelf), out = plan.tensor(kOut);
  if (!plan.has(kOther)) {
    const ElementwiseOptions options = {.compute = truth ? ACL_BOOL : plan.Promoted({kSelf})};
    // The bits of true are not those of a bool when they are inverted.
    if (options.compute == ACL_BOOL) {
      plan.Elementwise(kNotTrue, {}, {self}, {out}, options);
    } else {
      plan.Elementwise(kNot, {kDeviceNot}, {self}, {out}, options);
    }
    return ACLNN_SUCCESS;
  }
  const bool both = operation == kOperationLogicalAnd || operation == kOperationBitwiseAnd;
  plan.Elementwise(both ? kAnd : kOr, {both ? kDeviceAnd : kDeviceOr}, {self, plan.tensor(kOther)}, {out},
                   {.compute = truth ? ACL_BOOL : plan.Promoted({kSelf, kOther})});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::logical
