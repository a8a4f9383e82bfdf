// The exact value of every activation function, rounded once: what kernels and golden data are measured against.
//
// Values come from long double arithmetic with an error bound, and from MPFR wherever that bound does not decide the rounding.
#ifndef OPENACLNN_TESTING_ORACLE_ORACLE_H_
#define OPENACLNN_TESTING_ORACLE_ORACLE_H_

#include <vector>

namespace openaclnn {

// The functions of one input that are multiplied by a gradient; pass 1 for the forwards.
enum class Function {
  kGeluErf,
  kGeluTanh,
  kSelu,
  kHardswish,
  kGeluErfDerivative,
  kGeluTanhDerivative,
  kSeluDerivative,            // from the result of SELU, not from its input
  kHardswishDerivative,       // -1/2 and 3/2 at x = -3 and 3 (aclnnHardswishBackward)
  kHardswishDerivativeOuter,  // 0 and 1 there (aclnnHardswishBackwardV2)
};

// All of them, and their names ("GeluErfDerivative").
const std::vector<Function>& AllFunctions();
const char* FunctionName(Function function);

enum class Format { kFloat64, kFloat32, kFloat16, kBFloat16 };
const char* FormatName(Format format);

// The real number grad * function(x), rounded to nearest even to `format`; overflow gives infinity, and the sign of an underflowed result
// is kept. x and grad are taken as exact. The finite |grad| must be at most 2^256, as is the product of two float32.
//
// x = +-infinity gives the limit (the derivative of GELU at -infinity is -0, so that an infinite gradient there gives NaN). NaN in x or
// grad gives NaN, but the hardswish derivative is +0 for x < -3, whatever grad is, and SELU's derivative from a NaN is lambda.
double OracleRounded(Function function, double grad, double x, Format format);

// One rounding of `value` to nearest even.
double RoundToFormat(double value, Format format);

// |got - exact| in units of the last place of `format` at `exact` (of the lowest normal binade if that is smaller): 0.5 or less means
// correctly rounded. 0 if both are NaN or the same infinity, infinity if only one is, or if just one is infinite; a `got` of infinity
// counts as the first power of two that `format` cannot hold, because rounding to it can be right. Zeros are equal, whatever their sign.
double UlpError(double got, double exact, Format format);

// For the oracle's own test: what the long double path is off, as a part of the bound it claims. At most 1, or the oracle is wrong.
double FastPathErrorForTest(Function function, double x);

}  // namespace openaclnn

#endif  // OPENACLNN_TESTING_ORACLE_ORACLE_H_
