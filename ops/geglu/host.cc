// aclnnGeGlu, aclnnGeGluV3: what is checked stands in spec.yaml (rules), what runs stands here.

#include "ops/device/variants.h"
#include "ops/geglu/device_kernel.h"
#include "ops/geglu/geglu_spec.h"
#include "runtime/base/errors.h"
#include "runtime/executor/plan.h"

namespace openaclnn::geglu {

extern const CpuKernel kErf, kTanh;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDeviceErf[] = OPENACLNN_FLOAT_VARIANTS(geglu_erf, Forward<Erf>);
constexpr DeviceElementwise::Variant kDeviceTanh[] = OPENACLNN_FLOAT_VARIANTS(geglu_tanh, Forward<Tanh>);

aclnnStatus Plan(PlanBuilder& plan) {
  OPENACLNN_RETURN_IF_ERROR(plan.CheckRules());
  // The halves of self are views of it: nothing is copied, along whichever dimension it is split.
  const Operand self = plan.tensor(kSelf);
  const int64_t dim = plan.attr(kDim);
  const size_t split = static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(self.view.shape.size()) : dim);
  const int64_t half = self.view.shape[split] / 2;
  const int64_t activated = plan.attr(kActivateLeft) != 0 ? 0 : half;
  const bool tanh = plan.attr(kApproximate) == kApproximateTanh;
  plan.Elementwise(tanh ? kTanh : kErf, {tanh ? kDeviceTanh : kDeviceErf},
                   {Narrow(self, split, activated, half), Narrow(self, split, half - activated, half)},
                   {plan.tensor(kOut), plan.tensor(kOutGelu)});
  return ACLNN_SUCCESS;
}

}  // namespace openaclnn::geglu
