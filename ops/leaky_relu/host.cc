// aclnnLeakyRelu, aclnnInplaceLeakyRelu: what is checked stands in spec.yaml (rules), what runs
// stands here.

#include "ops/device/variants.h"
#include "ops/leaky_relu/device_kernel.h"
#include "ops/leaky_relu/leaky_relu_spec.h"

namespace openaclnn::leaky_relu {

extern const CpuKernel kLeakyRelu;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(leaky_relu, LeakyRelu);

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf);
  plan.Elementwise(kLeakyRelu, {kDevice}, {self}, {plan.tensor(kOut)},
                   {.numbers = {plan.NumberFor(self.view.dtype, kNegativeSlope)}});
}

}  // namespace openaclnn::leaky_relu
