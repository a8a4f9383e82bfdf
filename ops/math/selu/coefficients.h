// Constants of SELU.
#ifndef OPENACLNN_OPS_MATH_SELU_COEFFICIENTS_H_
#define OPENACLNN_OPS_MATH_SELU_COEFFICIENTS_H_

namespace openaclnn {

// SELU: lambda = 1.0507009873554804934193349852946 (called scale), alpha =
// 1.6732632423543772848170429916717; lambda * alpha = 1.7580993408473768599402175208123 = high +
// low.
inline constexpr double kSeluLambda = 0x1.0cfabd6a91132p+0;
inline constexpr double kSeluLambdaAlphaHigh = 0x1.c212cc640f031p+0;
inline constexpr double kSeluLambdaAlphaLow = 0x1.05161b045a1fep-56;

}  // namespace openaclnn

#endif  // OPENACLNN_OPS_MATH_SELU_COEFFICIENTS_H_
