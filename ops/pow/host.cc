// aclnnPowTensorTensor, aclnnPowTensorScalar, aclnnPowScalarTensor and the in-place twins of the
// first two: spec.yaml says what is checked, this file what runs.

#include <cstdint>

#include "ops/device/variants.h"
#include "ops/pow/device_kernel.h"
#include "ops/pow/pow_spec.h"

namespace openaclnn::pow {

OPENACLNN_FLOAT_KERNELS(PowTensors, pow_tensors, Tensors);
OPENACLNN_FLOAT_KERNELS(PowOfNumber, pow_of_number, OfNumber<true>);
OPENACLNN_FLOAT_KERNELS(PowByNumber, pow_by_number, OfNumber<false>);

void Plan(PlanBuilder& plan) {
  if (!plan.has(kSelf)) {
    const aclDataType compute = plan.Promoted({kExponent, kSelfScalar});
    return plan.Elementwise(kPowOfNumber, plan.ComputedIn(compute, {kSelfScalar}));
  }
  const aclDataType compute = plan.Promoted({kSelf, kExponent, kExponentScalar});
  if (plan.has(kExponent)) {
    plan.Elementwise(kPowTensors, plan.ComputedIn(compute));
  } else {
    plan.Elementwise(kPowByNumber, plan.ComputedIn(compute, {kExponentScalar}));
  }
}

}  // namespace openaclnn::pow
