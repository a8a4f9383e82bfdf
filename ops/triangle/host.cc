// aclnnTril, aclnnTriu and their in-place twins: spec.yaml says what is checked, this file what
// runs.

#include <algorithm>

#include "ops/triangle/triangle_spec.h"
#include "runtime/executor/plan.h"

namespace openaclnn::triangle {

extern const CpuKernel kLower, kUpper;  // cpu_kernel.cc

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf);
  const Dims& shape = self.view.shape;
  // Diagonals further out keep all or nothing as well.
  const int64_t rows = shape[shape.size() - 2], columns = shape.back();
  const int64_t diagonal = std::clamp(plan.attr(kDiagonal), -rows, columns);
  const CpuKernel& kernel = plan.attr(kTriangle) == kTriangleUpper ? kUpper : kLower;
  plan.ElementwiseOnCpu(kernel.high_performance, {self}, {plan.tensor(kOut)},
                        {.numbers = {Number::Integer(diagonal)}, .keeps_dims = true});
}

}  // namespace openaclnn::triangle
