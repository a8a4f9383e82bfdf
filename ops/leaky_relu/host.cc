// aclnnLeakyRelu, aclnnInplaceLeakyRelu: what is checked stands in spec.yaml (rules), what runs
// stands here.

#include "ops/device/variants.h"
#include "ops/leaky_relu/device_kernel.h"
#include "ops/leaky_relu/leaky_relu_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::leaky_relu {

extern const CpuKernel kLeakyRelu;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(leaky_relu, LeakyRelu);

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  const Operand self = plan.tensor(kSelf);
  plan.Elementwise(kLeakyRelu, {kDevice}, {self}, {plan.tensor(kOut)},
                   {.numbers = {plan.NumberFor(self.view.dtype, kNegativeSlope)}});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::leaky_relu
