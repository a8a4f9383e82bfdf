// aclnnSqrt, aclnnInplaceSqrt: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/sqrt/device_kernel.h"
#include "ops/sqrt/sqrt_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::sqrt {

extern const CpuKernel kSqrt;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(sqrt_entry, Sqrt);

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  plan.Elementwise(kSqrt, {kDevice}, {plan.tensor(kSelf)}, {plan.tensor(kOut)});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::sqrt
