// aclnnElu, aclnnInplaceElu: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/elu/device_kernel.h"
#include "ops/elu/elu_spec.h"
#include "ops/math/elu/plain.h"

namespace openaclnn::elu {

extern const CpuKernel kElu, kPlainElu;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(elu, Elu);

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf);
  const auto number = [&](int param) { return plan.NumberFor(self.view.dtype, param); };
  const Number alpha = number(kAlpha), scale = number(kScale), input_scale = number(kInputScale);
  plan.Elementwise(HasPlainNumbers(alpha, scale, input_scale) ? kPlainElu : kElu, {kDevice}, {self},
                   {plan.tensor(kOut)}, {.numbers = {alpha, scale, input_scale}});
}

}  // namespace openaclnn::elu
