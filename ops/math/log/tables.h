// Written by ops/math/log/tables.py, which explains it; do not edit.
#ifndef OPENACLNN_OPS_MATH_LOG_TABLES_H_
#define OPENACLNN_OPS_MATH_LOG_TABLES_H_

namespace openaclnn {

// clang-format off

// Of float64: relative error of log(1 + f) 2^-60.7, but for the rounding of arithmetic.
inline constexpr double kLogFloat64[] = {0x1.5555555555555p-1, 0x1.9999999999a38p-2, 0x1.2492492476cccp-2, 0x1.c71c720159177p-3, 0x1.745cf9048dd94p-3, 0x1.3b1c355a8f7edp-3, 0x1.0fbe95d715975p-3, 0x1.0c039c499c633p-3};

// Relative error of log(1 + f) 2^-27.4, but for the rounding of arithmetic.
inline constexpr float kLogFloat32[] = {0.333333313f, -0.250008196f, 0.200012431f, -0.16623421f, 0.14201571f, -0.131594434f, 0.127620488f, -0.0763661042f};

// Relative error of log(1 + f) 2^-19.3, but for the rounding of arithmetic.
inline constexpr float kLogSixteenBit[] = {0.33320865f, -0.249438629f, 0.204421818f, -0.184067771f, 0.117812291f};

// Factors and logarithms of 2 as sums of two numbers.
struct BaseE {
  static constexpr double kFactor = 0x1.0000000000000p+0, kFactorLow = 0x0.0p+0;
  static constexpr double kOfTwo = 0x1.62e42fefa2000p-1, kOfTwoLow = 0x1.9ef35793c7673p-41;
  static constexpr float kFloatFactor = 0x1.0000000000000p+0f, kFloatFactorLow = 0x0.0p+0f;
  static constexpr float kFloatOfTwo = 0x1.62e4300000000p-1f, kFloatOfTwoLow = -0x1.05c6100000000p-29f;
};

// The same of log2.
struct Base2 {
  static constexpr double kFactor = 0x1.71547652b82fep+0, kFactorLow = 0x1.777d0ffda0d24p-56;
  static constexpr double kOfTwo = 0x1.0000000000000p+0, kOfTwoLow = 0x0.0p+0;
  static constexpr float kFloatFactor = 0x1.7154760000000p+0f, kFloatFactorLow = 0x1.4ae0c00000000p-26f;
  static constexpr float kFloatOfTwo = 0x1.0000000000000p+0f, kFloatOfTwoLow = 0x0.0p+0f;
};

// The same of log10.
struct Base10 {
  static constexpr double kFactor = 0x1.bcb7b1526e50ep-2, kFactorLow = 0x1.95355baaafad3p-57;
  static constexpr double kOfTwo = 0x1.34413509f6000p-2, kOfTwoLow = 0x1.9fef311f12b36p-42;
  static constexpr float kFloatFactor = 0x1.bcb7b20000000p-2f, kFloatFactorLow = -0x1.5b235e0000000p-27f;
  static constexpr float kFloatOfTwo = 0x1.3441360000000p-2f, kFloatOfTwoLow = -0x1.ec10c00000000p-27f;
};

// clang-format on

}  // namespace openaclnn

#endif  // OPENACLNN_OPS_MATH_LOG_TABLES_H_
