// aclnnSigmoid, aclnnInplaceSigmoid: what is checked stands in spec.yaml (rules), what runs stands
// here.

#include "ops/device/variants.h"
#include "ops/sigmoid/device_kernel.h"
#include "ops/sigmoid/sigmoid_spec.h"

namespace openaclnn::sigmoid {

extern const CpuKernel kSigmoid;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(sigmoid_entry, Sigmoid);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kSigmoid, {kDevice}, {plan.tensor(kSelf)}, {plan.tensor(kOut)});
}

}  // namespace openaclnn::sigmoid
