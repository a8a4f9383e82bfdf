// aclnnSwiGluGrad: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/swiglu_backward/device_kernel.h"
#include "ops/swiglu_backward/swiglu_backward_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::swiglu_backward {

extern const CpuKernel kSwiGluBackward;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] =
    OPENACLNN_FLOAT_VARIANTS(swiglu_backward, Gradient);

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  const Halves x = SplitInHalves(plan.tensor(kX), plan.attr(kDim)),
               out = SplitInHalves(plan.tensor(kOut), plan.attr(kDim));
  plan.Elementwise(kSwiGluBackward, {kDevice}, {plan.tensor(kYGrad), x.first, x.second},
                   {out.first, out.second});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::swiglu_backward
