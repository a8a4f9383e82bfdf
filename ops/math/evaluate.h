// Every function of ops/math over arrays, for tests and sweeps.
#ifndef OPENACLNN_OPS_MATH_EVALUATE_H_
#define OPENACLNN_OPS_MATH_EVALUATE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "testing/oracle/oracle.h"

namespace openaclnn {

// What can be evaluated; FunctionName() is the oracle's name for it.
enum class Function {
  kGeluErf,
  kGeluTanh,
  kSelu,
  kHardswish,
  kGeluErfDerivative,
  kGeluTanhDerivative,
  kSeluDerivative,
  kHardswishDerivative,
  kHardswishDerivativeOuter,
};
const std::vector<Function>& AllFunctions();
const char* FunctionName(Function function);

// What the oracle says of it.
inline double OracleRounded(Function function, double grad, double x, Format format) {
  return OracleRounded(OracleNamed(FunctionName(function)), {x}, format, grad);
}

// How kernels compute in double: in the mode high_precision, or in the default mode the elements that float arithmetic is not right for.
enum class InDouble { kHighPrecision, kDefaultMode };

// out[i] = grad[i] * function(x[i]) as kernels compute it, in double, before the one rounding to the output's type. The forwards do not
// look at `grad`. Runs on the best target of this machine among those hwy::SetSupportedTargetsForTest allows, and returns it.
int64_t EvaluateOnChosenTarget(Function function, const float* grad, const float* x, double* out, size_t count,
                               InDouble how = InDouble::kHighPrecision);

// The same as the default mode computes it for float32 results: out[i] is rounded to float32, and right[i] says whether that was done in
// float32 (1) or is left to the function above, as InDouble::kDefaultMode (0; out[i] then means nothing).
int64_t EvaluateFastOnChosenTarget(Function function, const float* grad, const float* x, float* out, uint8_t* right, size_t count);

}  // namespace openaclnn

#endif  // OPENACLNN_OPS_MATH_EVALUATE_H_
