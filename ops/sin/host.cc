// aclnnSin, aclnnInplaceSin: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/sin/device_kernel.h"
#include "ops/sin/sin_spec.h"

namespace openaclnn::sin {

extern const CpuKernel kSin;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(sin_entry, Sine);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kSin, {kDevice}, {plan.tensor(kSelf)}, {plan.tensor(kOut)});
}

}  // namespace openaclnn::sin
