// aclnnSigmoid, aclnnInplaceSigmoid: what is checked stands in spec.yaml (rules), what runs stands
// here.

#include "ops/device/variants.h"
#include "ops/sigmoid/device_kernel.h"
#include "ops/sigmoid/sigmoid_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::sigmoid {

extern const CpuKernel kSigmoid;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDevice[] = OPENACLNN_FLOAT_VARIANTS(sigmoid_entry, Sigmoid);

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  plan.Elementwise(kSigmoid, {kDevice}, {plan.tensor(kSelf)}, {plan.tensor(kOut)});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::sigmoid
