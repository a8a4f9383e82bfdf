// aclnnSwiGluGrad: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/swiglu_backward/device_kernel.h"
#include "ops/swiglu_backward/swiglu_backward_spec.h"

namespace openaclnn::swiglu_backward {

extern const CpuKernel kSwiGluBackward;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] =
    OPENACLNN_FLOAT_VARIANTS(swiglu_backward, Gradient);

void Plan(PlanBuilder& plan) {
  const Halves x = SplitInHalves(plan.tensor(kX), plan.attr(kDim)),
               out = SplitInHalves(plan.tensor(kOut), plan.attr(kDim));
  plan.Elementwise(kSwiGluBackward, {kDevice}, {plan.tensor(kYGrad), x.first, x.second},
                   {out.first, out.second});
}

}  // namespace openaclnn::swiglu_backward
