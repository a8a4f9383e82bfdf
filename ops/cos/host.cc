// aclnnCos, aclnnInplaceCos: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/cos/cos_spec.h"
#include "ops/cos/device_kernel.h"
#include "ops/device/variants.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::cos {

extern const CpuKernel kCos;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(cos_entry, Cosine);

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  plan.Elementwise(kCos, {kDevice}, {plan.tensor(kSelf)}, {plan.tensor(kOut)});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::cos
