// Written by ops/math/fit.py, which explains it; do not edit.
#ifndef OPENACLNN_OPS_MATH_EXPM1_TABLES_H_
#define OPENACLNN_OPS_MATH_EXPM1_TABLES_H_

namespace openaclnn {

// clang-format off

// (e^r - 1 - r) / r^2 for |r| <= ln(2) / 2: relative error of e^r - 1 2^-26.1,
// but for the rounding of arithmetic.
inline constexpr float kExpm1Float32[] = {0.49999997f, 0.166665465f, 0.0416674353f, 0.00836627185f, 0.00138706993f};

// (e^r - 1 - r) / r^2 for |r| <= ln(2) / 2: relative error of e^r - 1 2^-21.1,
// but for the rounding of arithmetic.
inline constexpr float kExpm1SixteenBit[] = {0.49999401f, 0.166668326f, 0.0418729037f, 0.00833798945f};
// clang-format on

}  // namespace openaclnn

#endif  // OPENACLNN_OPS_MATH_EXPM1_TABLES_H_
