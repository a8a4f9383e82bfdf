// aclnnSigmoidBackward: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/sigmoid_backward/device_kernel.h"
#include "ops/sigmoid_backward/sigmoid_backward_spec.h"

namespace openaclnn::sigmoid_backward {

extern const CpuKernel kSigmoidBackward;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] =
    OPENACLNN_FLOAT_VARIANTS(sigmoid_backward, SigmoidBackward);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kSigmoidBackward, {kDevice}, {plan.tensor(kGradOutput), plan.tensor(kOutput)},
                   {plan.tensor(kGradInput)});
}

}  // namespace openaclnn::sigmoid_backward
