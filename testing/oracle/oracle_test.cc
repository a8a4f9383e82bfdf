#include "testing/oracle/oracle.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "testing/oracle/bounded.h"

namespace openaclnn {
namespace {

// x, and 0.3 for the other operands of a function.
std::vector<double> OperandsWith(const OracleFunction& function, double x) {
  std::vector<double> operands(OperandsOf(function).size(), 0.3);
  operands[0] = x;
  return operands;
}

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Doubles nearest to values that mpmath computed with 400 bits.
TEST(OracleTest, KnownValues) {
  struct Row {
    const char* function;
    double x;
    double value;
  };
  const Row rows[] = {
      {"GeluErf", -0x1.8000000000000p+2, -0x1.96c96680dc3ecp-28},
      {"GeluErf", -0x1.8000000000000p+0, -0x1.9a76a44e16be6p-4},
      {"GeluErf", 0x1.0000000000000p-30, 0x1.000000033108ap-31},
      {"GeluErf", 0x1.0000000000000p+0, 0x1.aec4bd120d37dp-1},
      {"GeluErf", -0x1.b000000000000p+3, -0x1.263dc77569679p-133},
      {"GeluErf", 0x1.8000000000000p+1, 0x1.7f7b4cb426ddcp+1},
      {"GeluErf", -0x1.40d9320000000p-26, -0x1.40d931afc9b38p-27},
      {"GeluTanh", -0x1.8000000000000p+2, -0x1.732df96e75a67p-34},
      {"GeluTanh", -0x1.8000000000000p+0, -0x1.9b5ad587570d9p-4},
      {"GeluTanh", 0x1.0000000000000p-30, 0x1.000000033108ap-31},
      {"GeluTanh", 0x1.0000000000000p+0, 0x1.aeb0b772a3ae1p-1},
      {"GeluTanh", -0x1.2000000000000p+3, -0x1.52d52fdb61dbap-93},
      {"GeluTanh", 0x1.8000000000000p+1, 0x1.7f88cf57fba7bp+1},
      {"Selu", -0x1.8000000000000p+2, -0x1.c0f53315fffbfp+0},
      {"Selu", -0x1.8000000000000p+0, -0x1.5da6026c1ea72p+0},
      {"Selu", -0x1.0000000000000p-30, -0x1.c212cc608add8p-30},
      {"Selu", 0x1.0000000000000p+0, 0x1.0cfabd6a91132p+0},
      {"Selu", -0x1.e000000000000p+4, -0x1.c212cc640ed4cp+0},
      {"Selu", 0x1.0000000000000p-149, 0x1.0cfabd6a91132p-149},
      {"Hardswish", -0x1.7fe0000000000p+1, -0x1.ffd5555555555p-12},
      {"Hardswish", -0x1.8000000000000p+0, -0x1.8000000000000p-2},
      {"Hardswish", 0x1.0000000000000p-30, 0x1.0000000155555p-31},
      {"Hardswish", 0x1.0000000000000p+0, 0x1.5555555555555p-1},
      {"Hardswish", -0x1.0000000000000p-149, -0x1.0000000000000p-150},
      {"Hardswish", 0x1.0000000000000p+2, 0x1.0000000000000p+2},
      {"GeluErfDerivative", -0x1.8000000000000p+2, -0x1.30ac8455c1c93p-25},
      {"GeluErfDerivative", -0x1.80ead20000000p-1, -0x1.6737d8d8a807fp-28},
      {"GeluErfDerivative", -0x1.80ead00000000p-1, 0x1.600b9a5b741f1p-26},
      {"GeluErfDerivative", 0x1.40d9320000000p-25, 0x1.0000010000000p-1},
      {"GeluErfDerivative", -0x1.40d9320000000p-26, 0x1.ffffff0000000p-2},
      {"GeluErfDerivative", -0x1.a1beca0000000p-14, 0x1.ffeb2b0000000p-2},
      {"GeluErfDerivative", -0x1.8280e40000000p-1, -0x1.5d75443a9dcefp-10},
      {"GeluErfDerivative", -0x1.cb4bb80000000p+3, -0x1.dffffff827b75p-147},
      {"GeluErfDerivative", -0x1.99fdaa0000000p+2, -0x1.a48b9525d0793p-29},
      {"GeluErfDerivative", 0x1.0000000000000p+0, 0x1.155429a56cca6p+0},
      {"GeluErfDerivative", 0x1.4000000000000p+3, 0x1.0000000000000p+0},
      {"GeluTanhDerivative", -0x1.8000000000000p+2, -0x1.a7dc3c93f6b91p-31},
      {"GeluTanhDerivative", -0x1.8142a00000000p-1, -0x1.4f6404b7c2e6ap-28},
      {"GeluTanhDerivative", -0x1.81429e0000000p-1, 0x1.64e1ccf47ad42p-26},
      {"GeluTanhDerivative", 0x1.40d9320000000p-25, 0x1.0000010000000p-1},
      {"GeluTanhDerivative", -0x1.40d9320000000p-26, 0x1.ffffff0000000p-2},
      {"GeluTanhDerivative", -0x1.822da00000000p-1, -0x1.93eced00000efp-11},
      {"GeluTanhDerivative", -0x1.4000000000000p+3, -0x1.d53013e7e8581p-119},
      {"GeluTanhDerivative", 0x1.0000000000000p+0, 0x1.153d225adc389p+0},
      {"GeluTanhDerivative", 0x1.4000000000000p+2, 0x1.000019f192fc7p+0},
      {"SeluDerivative", -0x1.0000000000000p+0, 0x1.842598c81e062p-1},
      {"SeluDerivative", 0x0.0p+0, 0x1.c212cc640f031p+0},
      {"SeluDerivative", -0x1.c212cc0000000p+0, 0x1.903c0c4414587p-26},
      {"SeluDerivative", -0x1.c212ca0000000p+0, 0x1.32078188828b1p-23},
      {"SeluDerivative", -0x1.0000000000000p-30, 0x1.c212cc600f031p+0},
      {"SeluDerivative", 0x1.0000000000000p+1, 0x1.0cfabd6a91132p+0},
      {"HardswishDerivative", -0x1.8000000000000p+1, -0x1.0000000000000p-1},
      {"HardswishDerivative", 0x1.8000000000000p+1, 0x1.8000000000000p+0},
      {"HardswishDerivative", -0x1.8000000000000p+0, 0x0.0p+0},
      {"HardswishDerivative", 0x1.0000000000000p+0, 0x1.aaaaaaaaaaaabp-1},
      {"HardswishDerivative", -0x1.8000000000000p-20, 0x1.ffffe00000000p-2},
      {"HardswishDerivative", -0x1.0000000000000p+2, 0x0.0p+0},
      {"HardswishDerivativeOuter", -0x1.8000000000000p+1, 0x0.0p+0},
      {"HardswishDerivativeOuter", 0x1.8000000000000p+1, 0x1.0000000000000p+0},
      {"HardswishDerivativeOuter", -0x1.8000000000000p+0, 0x0.0p+0},
      {"HardswishDerivativeOuter", 0x1.0000000000000p+0, 0x1.aaaaaaaaaaaabp-1},
      {"HardswishDerivativeOuter", 0x1.7fe0000000000p+1, 0x1.7feaaaaaaaaabp+0},
      {"HardswishDerivativeOuter", 0x1.0000000000000p+2, 0x1.0000000000000p+0},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(OracleRounded(OracleNamed(row.function), {row.x}, Format::kFloat64), row.value)
        << row.function << " " << row.x;
  }
}

TEST(OracleTest, RoundsNearTiesTheRightWay) {
  // The float32 inputs whose exact derivatives lie closest to the middle of two floats: 1e-9 ULP
  // and less away. The neighbours of a tie are told apart by 80 digits of mpmath.
  struct Row {
    const char* function;
    double x, nearest;
  };
  const Row rows[] = {
      {"GeluErfDerivative", 0x1.40d932p-25, 0x1.000002p-1},
      {"GeluErfDerivative", -0x1.40d932p-26, 0x1.fffffep-2},
      {"GeluErfDerivative", -0x1.a1becap-14, 0x1.ffeb2ap-2},
      {"GeluErfDerivative", -0x1.8280e4p-1, -0x1.5d7544p-10},
      {"GeluErfDerivative", -0x1.99fdaap+2, -0x1.a48b96p-29},
      {"GeluErfDerivative", -0x1.cb4bb8p+3, -0x1.c0000p-147},
      {"GeluTanhDerivative", 0x1.40d932p-25, 0x1.000002p-1},
      {"GeluTanhDerivative", -0x1.40d932p-26, 0x1.fffffep-2},
      {"GeluTanhDerivative", -0x1.822dap-1, -0x1.93eceep-11},
  };
  for (const Row& row : rows) {
    const OracleFunction& function = OracleNamed(row.function);
    EXPECT_EQ(OracleRounded(function, {row.x}, Format::kFloat32), row.nearest) << row.function;
  }
}

TEST(OracleTest, InfinitiesAndNan) {
  for (const OracleFunction* function : OracleFunctions()) {
    const std::string name = NameOf(*function);
    const double of_nan = OracleRounded(*function, OperandsWith(*function, kNan), Format::kFloat32);
    if (name == "SeluDerivative") {
      EXPECT_EQ(of_nan, OracleRounded(*function, {1}, Format::kFloat32));
      EXPECT_TRUE(std::isnan(OracleRounded(*function, {kNan}, Format::kFloat32, kNan)));
    } else if (name == "LeakyReluDerivative") {
      EXPECT_EQ(of_nan, OracleRounded(*function, OperandsWith(*function, -1), Format::kFloat32));
    } else {
      EXPECT_TRUE(std::isnan(of_nan)) << name;
    }
    EXPECT_TRUE(
        std::isnan(OracleRounded(*function, OperandsWith(*function, 1), Format::kFloat32, kNan)))
        << name;
    const double at_two = OracleRounded(*function, OperandsWith(*function, 2), Format::kFloat32);
    EXPECT_EQ(OracleRounded(*function, OperandsWith(*function, 2), Format::kFloat32, kInf),
              std::copysign(kInf, at_two))
        << name;
  }
  const auto value = [](const char* function, double x) {
    return OracleRounded(OracleNamed(function), {x}, Format::kFloat32);
  };
  for (const char* function : {"GeluErf", "GeluTanh", "Hardswish"}) {
    EXPECT_EQ(value(function, kInf), kInf);
    EXPECT_EQ(value(function, -kInf), 0);
    EXPECT_TRUE(std::signbit(value(function, -kInf)));
    EXPECT_EQ(value(function, std::numeric_limits<float>::max()),
              std::numeric_limits<float>::max());
  }
  for (const char* function : {"GeluErfDerivative", "GeluTanhDerivative"}) {
    EXPECT_EQ(value(function, kInf), 1);
    EXPECT_EQ(value(function, -kInf), 0);
    EXPECT_TRUE(std::signbit(value(function, -kInf)));
    EXPECT_TRUE(std::isnan(OracleRounded(OracleNamed(function), {-kInf}, Format::kFloat32, kInf)));
    EXPECT_FALSE(
        std::signbit(OracleRounded(OracleNamed(function), {-kInf}, Format::kFloat32, -1e30)));
    EXPECT_EQ(OracleRounded(OracleNamed(function), {-30}, Format::kFloat32, kInf), -kInf);
    EXPECT_EQ(value(function, 0.0), 0.5);
    EXPECT_EQ(value(function, 0x1p-149), 0.5);
  }
  EXPECT_EQ(value("Selu", -kInf), static_cast<double>(-1.7580993408473768599f));
  EXPECT_EQ(value("SeluDerivative", -kInf), -kInf);
  EXPECT_TRUE(std::signbit(value("Selu", -0.0)));
  for (const char* function : {"HardswishDerivative", "HardswishDerivativeOuter"}) {
    EXPECT_EQ(value(function, kInf), 1);
    EXPECT_EQ(value(function, -kInf), 0);
    EXPECT_EQ(OracleRounded(OracleNamed(function), {-4}, Format::kFloat32, kNan), 0);
    EXPECT_EQ(OracleRounded(OracleNamed(function), {-4}, Format::kFloat32, kInf), 0);
  }
}

// Products that lie exactly in the middle of two numbers of the format, or next to it by less than
// long double can tell.
TEST(OracleTest, ExactAndNearTies) {
  // 1/2 * 3 * 2^-149 is exactly between 2^-149 and 2 * 2^-149: to even.
  EXPECT_EQ(OracleRounded(OracleNamed("GeluErfDerivative"), {0}, Format::kFloat32, 0x3p-149),
            0x2p-149);
  EXPECT_EQ(OracleRounded(OracleNamed("GeluErfDerivative"), {0}, Format::kFloat32, 0x1p-149), 0);
  // A hair above or below it: the derivative is 1/2 + 0.8 x.
  EXPECT_EQ(OracleRounded(OracleNamed("GeluErfDerivative"), {0x1p-149}, Format::kFloat32, 0x1p-149),
            0x1p-149);
  EXPECT_EQ(
      OracleRounded(OracleNamed("GeluTanhDerivative"), {-0x1p-149}, Format::kFloat32, 0x3p-149),
      0x1p-149);
  // x / 2 + 0.4 x^2 for the smallest x.
  EXPECT_EQ(OracleRounded(OracleNamed("GeluErf"), {0x1p-149}, Format::kFloat32), 0x1p-149);
  EXPECT_EQ(OracleRounded(OracleNamed("GeluErf"), {-0x1p-149}, Format::kFloat32), 0);
  EXPECT_EQ(OracleRounded(OracleNamed("Hardswish"), {0x1p-149}, Format::kFloat32), 0x1p-149);
  EXPECT_EQ(OracleRounded(OracleNamed("Hardswish"), {-0x3p-149}, Format::kFloat32), -0x1p-149);
  // 3 (2 x + 3) / 6 = x + 3 / 2 is exact: 1 + 2^-8 is a tie of bfloat16, 1 + 3 * 2^-8 the next.
  EXPECT_EQ(
      OracleRounded(OracleNamed("HardswishDerivative"), {-0.5 + 0x1p-8}, Format::kBFloat16, 3), 1);
  EXPECT_EQ(
      OracleRounded(OracleNamed("HardswishDerivative"), {-0.5 + 0x3p-8}, Format::kBFloat16, 3),
      1 + 0x1p-6);
  // The derivative tends to 1 from above: a gradient that is itself a tie is rounded up, however
  // large x is.
  EXPECT_EQ(OracleRounded(OracleNamed("GeluErfDerivative"), {40}, Format::kFloat32, 1 + 0x1p-24),
            1 + 0x1p-23);
  EXPECT_EQ(OracleRounded(OracleNamed("GeluErfDerivative"), {1e30}, Format::kFloat32, 1 + 0x1p-24),
            1 + 0x1p-23);
  EXPECT_EQ(OracleRounded(OracleNamed("GeluErfDerivative"), {kInf}, Format::kFloat32, -1 - 0x1p-24),
            -1 - 0x1p-23);
}

TEST(OracleTest, OverflowAndUnderflow) {
  EXPECT_EQ(OracleRounded(OracleNamed("Selu"), {3e38}, Format::kFloat32), 0x1.da4696p+127);
  EXPECT_EQ(
      OracleRounded(OracleNamed("Selu"), {std::numeric_limits<float>::max()}, Format::kFloat32),
      kInf);
  EXPECT_EQ(OracleRounded(OracleNamed("HardswishDerivative"), {4}, Format::kFloat16, 65520), kInf);
  EXPECT_EQ(OracleRounded(OracleNamed("HardswishDerivative"), {4}, Format::kFloat16, 65519), 65504);
  EXPECT_TRUE(std::signbit(
      OracleRounded(OracleNamed("GeluErfDerivative"), {-1e10}, Format::kFloat32, 0x1p+256)));
  EXPECT_EQ(OracleRounded(OracleNamed("GeluErfDerivative"), {-1e10}, Format::kFloat64, 0x1p+256),
            0);
}

// Long double with its bound and MPFR are two evaluations of the same number: rounding to double
// leaves 11 bits, so that a wrong bound shows. 1 + 2^-40 moves the product to where MPFR decides
// differently if the value were off.
TEST(OracleTest, FloatIsTheRoundingOfDouble) {
  std::mt19937_64 random(1);
  for (const OracleFunction* function : OracleFunctions()) {
    for (int i = 0; i < 20000; ++i) {
      const double x = std::ldexp(static_cast<int64_t>(random()) * 0x1p-63,
                                  static_cast<int>(random() % 40) - 32);
      const std::vector<double> operands = OperandsWith(*function, static_cast<float>(x));
      const double wide = OracleRounded(*function, operands, Format::kFloat64);
      for (Format format : {Format::kFloat32, Format::kFloat16, Format::kBFloat16}) {
        const double narrow = OracleRounded(*function, operands, format);
        // Away from ties two roundings are one.
        ASSERT_LE(UlpError(narrow, wide, format), 0.5 + 0x1p-20)
            << NameOf(*function) << " " << x << " " << FormatName(format);
      }
    }
  }
}

// The tails beyond 50, which only MPFR or a bound of the absolute error tells, infinities and NaN
// are among the operands.
TEST(OracleTest, WhatResultsAreComparedWithIsNearTheRoundingToDouble) {
  std::mt19937_64 random(3);
  for (const OracleFunction* function : OracleFunctions()) {
    for (int i = 0; i < 6000; ++i) {
      const double x = std::bit_cast<float>(static_cast<uint32_t>(random()));
      const double gradient = i % 2 == 0 ? 1 : -0.3;
      const Format format = i % 3 == 0   ? Format::kFloat16
                            : i % 3 == 1 ? Format::kBFloat16
                                         : Format::kFloat32;
      const std::vector<double> operands = OperandsWith(*function, x);
      const double exact = OracleRounded(*function, operands, Format::kFloat64, gradient);
      const double near = OracleToCompare(*function, operands, format, gradient);
      const long double beyond = OracleToCompareFloat64(*function, operands, gradient);
      const std::string where = NameOf(*function) + " " + std::to_string(x);
      if (!std::isfinite(exact)) {
        ASSERT_TRUE(near == exact || std::isnan(exact)) << where;
        ASSERT_EQ(std::isnan(near), std::isnan(exact)) << where;
        ASSERT_EQ(UlpErrorOfFloat64(exact, beyond), 0) << where;
        continue;
      }
      ASSERT_LE(std::abs(near - exact), std::abs(exact) * 0x1p-45 + 0x1p-1074) << where;
      ASSERT_LE(UlpErrorOfFloat64(exact, beyond), 0.5 + 0x1p-5) << where;
      ASSERT_LE(UlpError(OracleRounded(*function, operands, format, gradient), near, format), 0.5)
          << where << " " << FormatName(format);
    }
  }
}

// Whether a number is the nearest, `exact`, or next to it.
bool IsFaithful(double value, double exact) {
  return value == exact || value == std::nextafter(exact, HUGE_VAL) ||
         value == std::nextafter(exact, -HUGE_VAL) || (std::isnan(value) && std::isnan(exact));
}

// The gradient puts results next to the middle of two numbers of float32.
TEST(OracleTest, WhatResultsAreComparedWithIsFaithfulNearTies) {
  std::mt19937_64 random(5);
  for (const OracleFunction* function : OracleFunctions()) {
    for (int i = 0; i < 1000; ++i) {
      const double x = static_cast<int64_t>(random()) * 0x1p-62;  // moderate
      const std::vector<double> operands = OperandsWith(*function, x);
      const double value = OracleRounded(*function, operands, Format::kFloat64);
      const auto number = static_cast<float>(value);
      const double middle = (double{number} + std::nextafter(number, HUGE_VALF)) / 2;
      const double gradient = middle / value;
      if (!std::isfinite(gradient)) continue;
      ASSERT_TRUE(IsFaithful(OracleToCompare(*function, operands, Format::kFloat32, gradient),
                             OracleRounded(*function, operands, Format::kFloat64, gradient)))
          << NameOf(*function) << " " << x << " " << gradient;
    }
  }
}

// Half of the inputs are of the size where derivatives are known to few bits without MPFR; the
// others have any bits, tails, infinities and NaN among them.
TEST(OracleTest, FaithfulIsNextToTheRoundingToDouble) {
  constexpr double kNegligible = 0x1p-100;
  std::mt19937_64 random(4);
  for (const OracleFunction* function : OracleFunctions()) {
    for (int i = 0; i < 40000; ++i) {
      const float x = i % 2 == 0
                          ? static_cast<float>(std::ldexp(static_cast<int64_t>(random()) * 0x1p-63,
                                                          static_cast<int>(random() % 40) - 32))
                          : std::bit_cast<float>(static_cast<uint32_t>(random()));
      const std::vector<double> operands = OperandsWith(*function, x);
      const double exact = OracleRounded(*function, operands, Format::kFloat64);
      ASSERT_TRUE(IsFaithful(OracleFaithful(*function, operands), exact))
          << NameOf(*function) << " " << x;
      const double rough = OracleFaithful(*function, operands, 1, kNegligible);
      ASSERT_TRUE(IsFaithful(rough, exact) || std::abs(rough - exact) <= kNegligible)
          << NameOf(*function) << " " << x;
    }
  }
}

TEST(OracleTest, BoundsOfTheFastPathHold) {
  std::mt19937_64 random(2);
  for (const OracleFunction* function : OracleFunctions()) {
    double worst = 0;
    for (int i = 0; i < 20000; ++i) {
      const double x = std::ldexp(static_cast<int64_t>(random()) * 0x1p-63,
                                  static_cast<int>(random() % 46) - 40);
      worst = std::max(
          worst, FastPathErrorForTest(*function, OperandsWith(*function, static_cast<float>(x))));
      worst = std::max(worst, FastPathErrorForTest(*function, OperandsWith(*function, x)));
    }
    RecordProperty(std::string("fast_path_error_over_bound_") + NameOf(*function),
                   std::to_string(worst));
    EXPECT_LE(worst, 0.75) << NameOf(*function);
  }
}

TEST(BoundedTest, WhatIsUnknownStaysUnknown) {
  using oracle::BoundedOf, oracle::kUnknown;
  const BoundedOf<double> rounded(1.0, 1), two = 2, zero = 0;
  const BoundedOf<double> unknown[] = {
      rounded - rounded,       BoundedOf<double>(1e200) * BoundedOf<double>(1e200),
      Exp(two * -1000),        BoundedOf<double>::Operand(kInf),
      1 / (rounded - rounded), BoundedOf<double>(1e-200) * BoundedOf<double>(1e-200)};
  for (const BoundedOf<double>& value : unknown) {
    EXPECT_EQ(value.units, kUnknown);
    EXPECT_EQ((1 + value).units, kUnknown);
    EXPECT_EQ((-1 - value).units, kUnknown);
    EXPECT_EQ((two * value).units, kUnknown);
    EXPECT_EQ((value / two).units, kUnknown);
    EXPECT_EQ((zero * value).units, kUnknown);  // the zero's sign
    EXPECT_EQ((value * zero).units, kUnknown);
    EXPECT_EQ((zero / value).units, kUnknown);
    EXPECT_EQ(Exp(value).units, kUnknown);
    EXPECT_EQ(Erfc(value).units, kUnknown);
  }
  EXPECT_EQ((zero * two).units, 0);
  EXPECT_EQ((zero / two).units, 0);
  EXPECT_EQ(Expm1(zero).units, 0);
}

// Of a sum each part counts as much as it is of it.
TEST(BoundedTest, ErrorsOfSmallPartsAreSmall) {
  using oracle::BoundedOf;
  const BoundedOf<double> vague(1.0, 1e6);
  EXPECT_LE((0x1p+30 + vague).units, 2);
  EXPECT_GE((1 + vague).units, 5e5);
  EXPECT_GE((vague - 1.5).units, 1e6);
}

TEST(RoundToFormatTest, Rounds) {
  EXPECT_EQ(RoundToFormat(1 + 0x1p-11, Format::kFloat16), 1);
  EXPECT_EQ(RoundToFormat(1 + 0x3p-11, Format::kFloat16), 1 + 0x1p-9);
  EXPECT_EQ(RoundToFormat(1 + 0x1p-11 + 0x1p-50, Format::kFloat16), 1 + 0x1p-10);
  EXPECT_EQ(RoundToFormat(0x1p-25, Format::kFloat16), 0);
  EXPECT_EQ(RoundToFormat(0x3p-25, Format::kFloat16), 0x1p-23);
  EXPECT_EQ(RoundToFormat(-0x1p-134, Format::kBFloat16), 0);
  EXPECT_TRUE(std::signbit(RoundToFormat(-0x1p-134, Format::kBFloat16)));
  EXPECT_EQ(RoundToFormat(0x1p-133, Format::kBFloat16), 0x1p-133);
  EXPECT_EQ(RoundToFormat(3.4e38, Format::kBFloat16), kInf);
  EXPECT_EQ(RoundToFormat(-kInf, Format::kFloat16), -kInf);
  EXPECT_TRUE(std::isnan(RoundToFormat(kNan, Format::kFloat16)));
}

TEST(UlpErrorTest, CountsInUnitsOfTheExactBinade) {
  EXPECT_EQ(UlpError(1 + 0x1p-23, 1, Format::kFloat32), 1);
  EXPECT_EQ(UlpError(1, 1 - 0x1p-24, Format::kFloat32), 1);
  EXPECT_EQ(UlpError(1 + 0x1p-24, 1, Format::kFloat32), 0.5);
  EXPECT_EQ(UlpError(0, 0x1p-149, Format::kFloat32), 1);
  EXPECT_EQ(UlpError(0x1p-24, 0, Format::kFloat16), 1);
  EXPECT_EQ(UlpError(1, 1 + 0x1p-7, Format::kBFloat16), 1);
  EXPECT_EQ(UlpError(-0.0, 0.0, Format::kFloat32), 0);
  EXPECT_EQ(UlpError(kNan, kNan, Format::kFloat32), 0);
  EXPECT_EQ(UlpError(1, kNan, Format::kFloat32), kInf);
  EXPECT_EQ(UlpError(kNan, 1, Format::kFloat32), kInf);
  EXPECT_EQ(UlpError(kInf, kInf, Format::kFloat32), 0);
  EXPECT_EQ(UlpError(kInf, -kInf, Format::kFloat32), kInf);
  EXPECT_EQ(UlpError(1, kInf, Format::kFloat32), kInf);
  EXPECT_EQ(UlpError(kInf, 65520, Format::kFloat16), 0);
  EXPECT_EQ(UlpError(kInf, 65504, Format::kFloat16), 1);
  EXPECT_EQ(UlpError(kInf, 1e39, Format::kFloat32), 0);
}

// What the exhaustive 16-bit tests rely on.
TEST(OracleTest, IsFastEnoughForAllSixteenBitInputs) {
  const auto start = std::chrono::steady_clock::now();
  double sum = 0;
  int count = 0;
  for (const OracleFunction* function : OracleFunctions()) {
    for (int bits = 0; bits < 0x7f80; ++bits) {
      const double x =
          std::ldexp((bits & 0x7f) + (bits >= 0x80 ? 0x80 : 0), std::max(bits >> 7, 1) - 134);
      sum += OracleRounded(*function, OperandsWith(*function, x), Format::kBFloat16);
      sum += OracleRounded(*function, OperandsWith(*function, -x), Format::kBFloat16) != 0;
      count += 2;
    }
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  RecordProperty("microseconds_per_call", std::to_string(seconds / count * 1e6));
  printf("%d calls, %.2f microseconds each (checksum %g)\n", count, seconds / count * 1e6, sum);
  EXPECT_LT(seconds / count, 50e-6)
      << "a sweep of all formats, gradients and functions would take minutes";
}

}  // namespace
}  // namespace openaclnn
