// aclnnExp, aclnnInplaceExp: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/exp/device_kernel.h"
#include "ops/exp/exp_spec.h"

namespace openaclnn::exp {

extern const CpuKernel kExp;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(exp_entry, Exp);

void Plan(PlanBuilder& plan) {
  plan.Elementwise(kExp, {kDevice}, {plan.tensor(kSelf)}, {plan.tensor(kOut)});
}

}  // namespace openaclnn::exp
