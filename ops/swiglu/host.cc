// aclnnSwiGlu: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/swiglu/device_kernel.h"
#include "ops/swiglu/swiglu_spec.h"

namespace openaclnn::swiglu {

extern const CpuKernel kSwiGlu;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(swiglu, Forward);

void Plan(PlanBuilder& plan) {
  const Halves x = SplitInHalves(plan.tensor(kX), plan.attr(kDim));
  plan.Elementwise(kSwiGlu, {kDevice}, {x.first, x.second}, {plan.tensor(kOut)});
}

}  // namespace openaclnn::swiglu
