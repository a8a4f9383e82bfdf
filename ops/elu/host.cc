// aclnnElu, aclnnInplaceElu: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/elu/device_kernel.h"
#include "ops/elu/elu_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::elu {

extern const CpuKernel kElu;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(elu, Elu);

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  const Operand self = plan.tensor(kSelf);
  const auto number = [&](int param) { return plan.NumberFor(self.view.dtype, param); };
  plan.Elementwise(kElu, {kDevice}, {self}, {plan.tensor(kOut)},
                   {.numbers = {number(kAlpha), number(kScale), number(kInputScale)}});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::elu
