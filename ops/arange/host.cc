// aclnnArange: spec.yaml says what is checked, this file what runs. The same step on both backends:
// on the AI Core it is work of the chip's AI CPU.

#include "ops/arange/arange_spec.h"
#include "runtime/executor/plan.h"

namespace openaclnn::arange {

extern const CpuKernel kRange;  // cpu_kernel.cc

void Plan(PlanBuilder& plan) {
  plan.ElementwiseOnCpu(kRange.high_performance, {}, {plan.tensor(kOut)},
                        {.numbers = {plan.number(kStart), plan.number(kStep)}, .keeps_dims = true});
}

}  // namespace openaclnn::arange
