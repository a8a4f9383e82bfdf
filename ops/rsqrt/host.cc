// aclnnRsqrt, aclnnInplaceRsqrt: what is checked stands in spec.yaml (rules), what runs stands
// here.

#include "ops/device/variants.h"
#include "ops/rsqrt/device_kernel.h"
#include "ops/rsqrt/rsqrt_spec.h"

namespace openaclnn::rsqrt {

extern const CpuKernel kRsqrt;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(rsqrt_entry, Rsqrt);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kRsqrt, {kDevice}, {plan.tensor(kSelf)}, {plan.tensor(kOut)});
}

}  // namespace openaclnn::rsqrt
