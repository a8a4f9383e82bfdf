// aclnnPowTensorTensor, aclnnPowTensorScalar, aclnnPowScalarTensor and the in-place twins of the
// first two: what is checked stands in spec.yaml (rules), what runs stands here.

#include <cstdint>

#include "ops/device/variants.h"
#include "ops/pow/device_kernel.h"
#include "ops/pow/pow_spec.h"

namespace openaclnn::pow {

extern const CpuKernel kPowTensors, kPowOfNumber, kPowByNumber;  // cpu_kernel.cc

constexpr DeviceElementwise::Variant kTensors[] = OPENACLNN_FLOAT_VARIANTS(pow_tensors, Tensors);
constexpr DeviceElementwise::Variant kOfNumber[] =
    OPENACLNN_FLOAT_VARIANTS(pow_of_number, OfNumber<true>);
constexpr DeviceElementwise::Variant kByNumber[] =
    OPENACLNN_FLOAT_VARIANTS(pow_by_number, OfNumber<false>);

void Plan(PlanBuilder& plan) {
  const Operand out = plan.tensor(kOut);
  const auto by = [&](const CpuKernel& cpu, const DeviceElementwise& device, uint8_t tensor,
                      uint8_t number) {
    const aclDataType compute = plan.Promoted({tensor, number});
    plan.Elementwise(cpu, device, {plan.tensor(tensor)}, {out},
                     {.numbers = {plan.NumberFor(compute, number)}, .compute = compute});
  };
  if (!plan.has(kSelf)) {
    by(kPowOfNumber, {kOfNumber}, kExponent, kSelfScalar);
  } else if (!plan.has(kExponent)) {
    by(kPowByNumber, {kByNumber}, kSelf, kExponentScalar);
  } else {
    plan.Elementwise(kPowTensors, {kTensors}, {plan.tensor(kSelf), plan.tensor(kExponent)}, {out},
                     {.compute = plan.Promoted({kSelf, kExponent})});
  }
}

}  // namespace openaclnn::pow
