// aclnnCos, aclnnInplaceCos: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/cos/cos_spec.h"
#include "ops/cos/device_kernel.h"
#include "ops/device/variants.h"

namespace openaclnn::cos {

extern const CpuKernel kCos;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(cos_entry, Cosine);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kCos, {kDevice}, {plan.tensor(kSelf)}, {plan.tensor(kOut)});
}

}  // namespace openaclnn::cos
