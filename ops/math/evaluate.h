// Every function of ops/math over arrays, for tests and sweeps.
#ifndef OPENACLNN_OPS_MATH_EVALUATE_H_
#define OPENACLNN_OPS_MATH_EVALUATE_H_

#include <cstddef>
#include <cstdint>

#include "testing/oracle/oracle.h"

namespace openaclnn {

// out[i] = grad[i] * function(x[i]) as kernels compute it, in double, before the one rounding to the output's type. The forwards do not
// look at `grad`. Runs on the best target of this machine among those hwy::SetSupportedTargetsForTest allows, and returns it.
int64_t EvaluateOnChosenTarget(Function function, const float* grad, const float* x, double* out, size_t count);

}  // namespace openaclnn

#endif  // OPENACLNN_OPS_MATH_EVALUATE_H_
