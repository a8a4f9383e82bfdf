// aclnnTanh, aclnnInplaceTanh: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/tanh/device_kernel.h"
#include "ops/tanh/tanh_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::tanh {

extern const CpuKernel kTanh;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(tanh_entry, Tanh);

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  plan.Elementwise(kTanh, {kDevice}, {plan.tensor(kSelf)}, {plan.tensor(kOut)});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::tanh
