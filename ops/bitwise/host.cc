// aclnnBitwiseAndTensor, aclnnBitwiseOrTensor, aclnnBitwiseNot and their in-place twins: spec.yaml
// says what is checked, this file what runs.

#include "ops/bitwise/bitwise_spec.h"
#include "ops/bitwise/device_kernel.h"
#include "ops/device/variants.h"

namespace openaclnn::bitwise {

#define OPENACLNN_BITS_KERNELS(name, entry, Op)                            \
  OPENACLNN_KERNELS(name, {OPENACLNN_VARIANT(entry, int16_t, Op<int16_t>), \
                           OPENACLNN_VARIANT(entry, int32_t, Op<int32_t>)})
OPENACLNN_BITS_KERNELS(And, and_bits, AndBits);
OPENACLNN_BITS_KERNELS(Or, or_bits, OrBits);
OPENACLNN_BITS_KERNELS(Not, not_bits, NotBits);
OPENACLNN_CPU_KERNELS(NotBool);

void Plan(PlanBuilder& plan) {
  const aclDataType compute = plan.Promoted({kSelf, kOther});
  plan.Elementwise(plan.has(kOther)      ? (plan.attr(kOperation) == kOperationAnd ? kAnd : kOr)
                   : compute == ACL_BOOL ? kNotBool
                                         : kNot,
                   plan.ComputedIn(compute));
}

}  // namespace openaclnn::bitwise
