// aclnnElu, aclnnInplaceElu: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/elu/elu_spec.h"
#include "ops/math/elu/device.h"
#include "ops/math/elu/plain.h"

namespace openaclnn::elu {

OPENACLNN_FLOAT_KERNELS(Elu, elu, device::EluForward);
extern const CpuKernel kPlainEluOnCpu;
constexpr ElementwiseKernels kPlainElu = {kPlainEluOnCpu, kElu.device};

void Plan(PlanBuilder& plan) {
  const Numbers numbers = plan.NumbersFor(plan.Promoted({kSelf}), {kAlpha, kScale, kInputScale});
  plan.Elementwise(HasPlainNumbers(numbers) ? kPlainElu : kElu, {.numbers = numbers});
}

}  // namespace openaclnn::elu
