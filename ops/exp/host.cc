// aclnnExp, aclnnInplaceExp: spec.yaml says what is checked, this file what runs.

#include "ops/device/variants.h"
#include "ops/exp/device_kernel.h"
#include "ops/exp/exp_spec.h"

namespace openaclnn::exp {

OPENACLNN_FLOAT_KERNELS(Exp, exp_entry, Exp);

void Plan(PlanBuilder& plan) { plan.Elementwise(kExp); }

}  // namespace openaclnn::exp
