// aclnnTanh, aclnnInplaceTanh: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/tanh/device_kernel.h"
#include "ops/tanh/tanh_spec.h"

namespace openaclnn::tanh {

extern const CpuKernel kTanh;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(tanh_entry, Tanh);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kTanh, {kDevice}, {plan.tensor(kSelf)}, {plan.tensor(kOut)});
}

}  // namespace openaclnn::tanh
