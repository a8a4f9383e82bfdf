// aclnnDiv, aclnnDivs and their in-place twins: what is checked stands in spec.yaml (rules), what
// runs stands here.

#include "ops/device/variants.h"
#include "ops/div/device_kernel.h"
#include "ops/div/div_spec.h"
#include "runtime/tensor/dtype.h"

namespace openaclnn::div {

extern const CpuKernel kDivTensors, kDivNumber;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kDeviceTensors[] =
    OPENACLNN_FLOAT_VARIANTS(div_tensors, DivTensors);
constexpr DeviceElementwise::Variant kDeviceNumber[] =
    OPENACLNN_FLOAT_VARIANTS(div_number, DivNumber);

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf), out = plan.tensor(kOut);
  if (plan.has(kOther)) {
    const aclDataType compute = ResultType(ResultKind::kFloating, plan.Promoted({kSelf, kOther}));
    plan.Elementwise(kDivTensors, {kDeviceTensors}, {self, plan.tensor(kOther)}, {out},
                     {.compute = compute});
    return;
  }
  const aclDataType compute =
      ResultType(ResultKind::kFloating, plan.Promoted({kSelf, kOtherScalar}));
  plan.Elementwise(kDivNumber, {kDeviceNumber}, {self}, {out},
                   {.numbers = {plan.NumberFor(compute, kOtherScalar)}, .compute = compute});
}

}  // namespace openaclnn::div
