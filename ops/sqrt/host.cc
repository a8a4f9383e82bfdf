// aclnnSqrt, aclnnInplaceSqrt: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/sqrt/device_kernel.h"
#include "ops/sqrt/sqrt_spec.h"

namespace openaclnn::sqrt {

extern const CpuKernel kSqrt;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(sqrt_entry, Sqrt);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kSqrt, {kDevice}, {plan.tensor(kSelf)}, {plan.tensor(kOut)});
}

}  // namespace openaclnn::sqrt
