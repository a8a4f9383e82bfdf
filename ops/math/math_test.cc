// Every function of ops/math against the oracle, on every target of this machine and the scalar one.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "hwy/targets.h"
#include "ops/math/evaluate.h"
#include "testing/oracle/oracle.h"

namespace openaclnn {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kMax = std::numeric_limits<float>::max();
// Near a tie the product of gradient and derivative, rounded to double, can fall on the other side.
constexpr double kAnyGradientUlp = 0.5000002;

class MathTest : public testing::TestWithParam<int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }

  std::vector<double> Evaluate(Function function, const std::vector<float>& grad, const std::vector<float>& x,
                               InDouble how = InDouble::kHighPrecision) {
    std::vector<double> out(x.size());
    EXPECT_EQ(EvaluateOnChosenTarget(function, grad.data(), x.data(), out.data(), x.size(), how), GetParam()) << "another target ran";
    return out;
  }

  double EvaluateOne(Function function, float grad, float x) { return Evaluate(function, {grad}, {x})[0]; }
  float RoundedOne(Function function, float grad, float x) { return static_cast<float>(EvaluateOne(function, grad, x)); }

  // Checks results rounded to `format`, computed in both ways, and returns the worst error.
  double Check(Function function, const std::vector<float>& grad, const std::vector<float>& x, Format format, double max_ulp) {
    std::vector<double> wants(x.size());
    for (size_t i = 0; i < x.size(); ++i) wants[i] = OracleRounded(function, grad[i], x[i], format);
    const double worst = CheckOneWay(function, grad, x, wants, format, max_ulp, InDouble::kHighPrecision);
    return std::max(worst, CheckOneWay(function, grad, x, wants, format, max_ulp, InDouble::kDefaultMode));
  }

  double CheckOneWay(Function function, const std::vector<float>& grad, const std::vector<float>& x, const std::vector<double>& wants,
                     Format format, double max_ulp, InDouble how) {
    const std::vector<double> got = Evaluate(function, grad, x, how);
    double worst = 0;
    int reported = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      const double rounded = RoundToFormat(got[i], format);
      const double want = wants[i];
      if (rounded == want || (std::isnan(rounded) && std::isnan(want))) continue;
      const double exact = OracleRounded(function, grad[i], x[i], Format::kFloat64);
      const double ulp = UlpError(rounded, exact, format);
      worst = std::max(worst, ulp);
      if (ulp <= max_ulp && max_ulp > 0.5) continue;
      if (++reported > 10) continue;
      ADD_FAILURE() << FunctionName(function) << std::hexfloat << ", grad " << grad[i] << ", x " << x[i] << ": got " << rounded << ", want "
                    << want << ", exact " << exact << std::defaultfloat << ", error " << ulp << " ULP of " << FormatName(format)
                    << ", allowed " << max_ulp;
    }
    return worst;
  }
};

INSTANTIATE_TEST_SUITE_P(Targets, MathTest, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& test) { return std::string(hwy::TargetName(test.param)); });

// Floats in order of their value, as integers.
int32_t Rank(float x) {
  const int32_t bits = std::bit_cast<int32_t>(x);
  return bits < 0 ? std::numeric_limits<int32_t>::min() - bits : bits;
}

float FromRank(int64_t rank) {
  return std::bit_cast<float>(static_cast<int32_t>(rank < 0 ? std::numeric_limits<int32_t>::min() - rank : rank));
}

// `count` floats from low to high, evenly spread over the bit patterns.
std::vector<float> Walk(float low, float high, int count) {
  std::vector<float> result;
  const int64_t first = Rank(low);
  const int64_t span = Rank(high) - first;
  for (int64_t i = 0; i < count; ++i) result.push_back(FromRank(first + span * i / (count - 1)));
  return result;
}

struct Row {
  Function function;
  float low;
  float high;
  double max_ulp;  // 0.5: correctly rounded
};

constexpr Row kTable[] = {
    {Function::kGeluErf, -kInf, kInf, 0.500002},
    {Function::kGeluErf, -14.5f, -1e-3f, 0.500002},
    {Function::kGeluErf, 1e-3f, 14.5f, 0.500002},
    {Function::kGeluTanh, -kInf, kInf, 0.500002},
    {Function::kGeluTanh, -12, -1e-3f, 0.500002},
    {Function::kGeluTanh, 1e-3f, 12, 0.500002},
    {Function::kSelu, -kInf, kInf, 0.500002},
    {Function::kSelu, -20, -1e-3f, 0.500002},
    {Function::kHardswish, -kInf, kInf, 0.5},
    {Function::kHardswish, -3.5f, 3.5f, 0.5},
    {Function::kGeluErfDerivative, -kInf, kInf, 0.5},
    {Function::kGeluErfDerivative, -14.5f, -1e-3f, 0.5},
    {Function::kGeluErfDerivative, -0.7521f, -0.7514f, 0.5},  // around the root
    {Function::kGeluErfDerivative, 1e-3f, 14.5f, 0.5},
    {Function::kGeluTanhDerivative, -kInf, kInf, 0.5},
    {Function::kGeluTanhDerivative, -12, -1e-3f, 0.5},
    {Function::kGeluTanhDerivative, -0.7528f, -0.7521f, 0.5},
    {Function::kGeluTanhDerivative, 1e-3f, 12, 0.5},
    {Function::kSeluDerivative, -kInf, kInf, 0.5},
    {Function::kSeluDerivative, -1.7581f, -1.758f, 0.5},
    {Function::kHardswishDerivative, -kInf, kInf, 0.5},
    {Function::kHardswishDerivative, -3.5f, 3.5f, 0.5},
    {Function::kHardswishDerivativeOuter, -kInf, kInf, 0.5},
    {Function::kHardswishDerivativeOuter, -3.5f, 3.5f, 0.5},
};

TEST_P(MathTest, AccuracyTable) {
  for (const Row& row : kTable) {
    const std::vector<float> x = Walk(row.low, row.high, 20011);
    const double worst = Check(row.function, std::vector<float>(x.size(), 1.0f), x, Format::kFloat32, row.max_ulp);
    if (worst > 0) std::printf("%s [%g, %g]: worst %.9f ULP\n", FunctionName(row.function), row.low, row.high, worst);
  }
}

// What rounds correctly because it is never near the middle of two floats must be as accurate as that rule supposes.
TEST_P(MathTest, TablesAreAccurate) {
  for (const Function function : {Function::kGeluErf, Function::kGeluErfDerivative, Function::kGeluTanhDerivative}) {
    std::vector<float> x = Walk(-0x1.effffep+1f, -0x1p-100f, 20011);
    for (const float root : {-0x1.80ead2p-1f, -0x1.8142a0p-1f}) {
      for (int64_t offset = -1000; offset <= 1000; ++offset) x.push_back(FromRank(Rank(root) + offset * offset * offset / 64));
    }
    for (size_t i = 0, count = x.size(); i < count; ++i) x.push_back(-x[i]);
    const std::vector<double> got = Evaluate(function, std::vector<float>(x.size(), 1.0f), x);
    double worst = 0;
    for (size_t i = 0; i < x.size(); ++i)
      worst = std::max(worst, std::abs(got[i] / OracleRounded(function, 1, x[i], Format::kFloat64) - 1));
    std::printf("%s: relative error 2^%.2f\n", FunctionName(function), std::log2(worst));
    EXPECT_LT(worst, 0x1p-49) << FunctionName(function);
  }
}

// Roots, tails, corners, extremes, and the inputs that are hardest to round.
std::vector<float> MandatoryPoints() {
  std::vector<float> points = {-0x1.80ead2p-1f, -0x1.8142a0p-1f, -1.7580993f, -1.5f,           -3, 3, 0x1p-149f,
                               0x1p-126f,       1.8e19f,         1.9e19f,     0x1.e74b30p+127f};  // the last: where SELU overflows
  const size_t neighbourhoods = points.size();
  for (size_t i = 0; i < neighbourhoods; ++i) {
    for (int offset = -4; offset <= 4; ++offset) points.push_back(FromRank(Rank(points[i]) + offset));
  }
  for (float x : {0x1.40d932p-26f, 0x1.40d932p-25f, 0x1.a1becap-14f, 0x1.8280e4p-1f, 0x1.822dap-1f, 0x1.99fdaap+2f, 0x1.cb4bb8p+3f, 20.5f,
                  14.0f, 30.0f, 100.0f, 6.0f, 0x1p-125f, kMax, kMax / 6, kInf, 0.0f}) {
    points.push_back(x);
    points.push_back(-x);
  }
  for (int i = 0; i <= 140; ++i) points.push_back(-13.2f - 0.01f * static_cast<float>(i));
  points.push_back(kNan);
  return points;
}

TEST_P(MathTest, MandatoryPointsWithEveryGradient) {
  const std::vector<float> points = MandatoryPoints();
  for (Function function : AllFunctions()) {
    const bool forward = function <= Function::kHardswish;
    for (float grad : {1.0f, -1.0f, 0.5f, 0x1p+100f, 3.0f, -1e30f, 1e-30f, 0x1p-149f, 0x3p-149f, kMax, -kMax, 0.0f, kInf, -kInf, kNan}) {
      if (forward && grad != 1) continue;
      const bool power_of_two = std::abs(grad) >= 0.5f && std::abs(grad) <= 1;
      Check(function, std::vector<float>(points.size(), grad), points, Format::kFloat32, power_of_two ? 0.5 : kAnyGradientUlp);
    }
  }
}

// GeGLU multiplies the derivative with two float32 numbers, so its tail is seen down to 2^-149 / 2^256.
TEST_P(MathTest, TailUnderTwoFactors) {
  constexpr double kLeastSeen = 0x1p-406;
  for (Function function : {Function::kGeluErfDerivative, Function::kGeluTanhDerivative}) {
    std::vector<float> x;
    for (int i = 0; i <= 1000; ++i) x.push_back(-6 - 0.02f * static_cast<float>(i));
    x.insert(x.end(), {-1e3f, -1e17f, -kMax, -kInf});
    const std::vector<double> got = Evaluate(function, std::vector<float>(x.size(), 1.0f), x);
    for (size_t i = 0; i < x.size(); ++i) {
      const double exact = OracleRounded(function, 1, x[i], Format::kFloat64);
      if (std::abs(exact) >= kLeastSeen) {
        EXPECT_NEAR(got[i] / exact, 1, 0x1p-40) << FunctionName(function) << " " << x[i];
      } else {
        EXPECT_LT(std::abs(got[i]), kLeastSeen) << FunctionName(function) << " " << x[i];
        EXPECT_TRUE(std::signbit(got[i])) << FunctionName(function) << " " << x[i];
      }
    }
  }
}

TEST_P(MathTest, RandomGradients) {
  std::mt19937_64 random(7);
  std::vector<float> grad, x;
  for (int i = 0; i < 20000; ++i) {
    grad.push_back(std::bit_cast<float>(static_cast<uint32_t>(random())));
    const float factor = static_cast<float>(static_cast<int64_t>(random()) * 0x1p-63);
    x.push_back(factor * (i % 3 == 0 ? 16.0f : i % 3 == 1 ? 3.2f : 1e-3f));
  }
  // Around the roots of the derivatives, from the nearest floats outwards.
  for (float root : {-0x1.80ead2p-1f, -0x1.8142a0p-1f, -0x1.c212ccp+0f, -1.5f}) {
    for (int i = 0; i < 10000; ++i) {
      grad.push_back(std::bit_cast<float>(static_cast<uint32_t>(random())));
      const int64_t offset = static_cast<int64_t>(random() % 2000000) >> (random() % 21);
      x.push_back(FromRank(Rank(root) + (i % 2 == 0 ? offset : -offset)));
    }
  }
  for (Function function : AllFunctions()) {
    if (function > Function::kHardswish) Check(function, grad, x, Format::kFloat32, kAnyGradientUlp);
  }
}

// On the best target only: TargetsAgree shows that the others give the same doubles.
class ExhaustiveTest : public MathTest {};

INSTANTIATE_TEST_SUITE_P(BestTarget, ExhaustiveTest, testing::Values(hwy::SupportedAndGeneratedTargets().front()),
                         [](const auto& test) { return std::string(hwy::TargetName(test.param)); });

// Every input of both 16-bit types, rounded once from double.
TEST_P(ExhaustiveTest, AllSixteenBitInputs) {
  for (Format format : {Format::kFloat16, Format::kBFloat16}) {
    std::vector<float> x;
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
      if (format == Format::kBFloat16) {
        x.push_back(std::bit_cast<float>(bits << 16));
      } else {
        const uint32_t exponent = bits >> 10 & 0x1f;
        const uint32_t mantissa = bits & 0x3ff;
        float value = exponent == 0    ? std::ldexp(static_cast<float>(mantissa), -24)
                      : exponent == 31 ? (mantissa == 0 ? kInf : kNan)
                                       : std::ldexp(static_cast<float>(mantissa + 1024), static_cast<int>(exponent) - 25);
        x.push_back(bits & 0x8000 ? -value : value);
      }
    }
    for (Function function : AllFunctions()) Check(function, std::vector<float>(x.size(), 1.0f), x, format, 0.5);
  }
}

TEST_P(MathTest, ZerosAndSigns) {
  for (Function function : {Function::kGeluErf, Function::kGeluTanh, Function::kSelu, Function::kHardswish}) {
    for (float zero : {0.0f, -0.0f}) {
      const float result = RoundedOne(function, 1, zero);
      EXPECT_EQ(result, 0) << FunctionName(function);
      EXPECT_EQ(std::signbit(result), std::signbit(zero)) << FunctionName(function);
    }
  }
  for (Function function :
       {Function::kGeluErf, Function::kGeluTanh, Function::kHardswish, Function::kGeluErfDerivative, Function::kGeluTanhDerivative}) {
    for (float x : {-kInf, -kMax, -100.0f}) EXPECT_TRUE(std::signbit(RoundedOne(function, 1, x))) << FunctionName(function);
  }
  for (Function function : {Function::kHardswishDerivative, Function::kHardswishDerivativeOuter}) {
    for (float grad : {1.0f, -1.0f, kInf, kNan}) {
      for (float x : {-3.0000002f, -kMax, -kInf}) {
        EXPECT_EQ(std::bit_cast<uint64_t>(EvaluateOne(function, grad, x)), 0u) << FunctionName(function) << " must be +0";
      }
    }
  }
  EXPECT_EQ(RoundedOne(Function::kHardswishDerivative, 1, -3), -0.5f);
  EXPECT_EQ(RoundedOne(Function::kHardswishDerivative, 1, 3), 1.5f);
  EXPECT_EQ(RoundedOne(Function::kHardswishDerivativeOuter, 1, -3), 0.0f);
  EXPECT_EQ(RoundedOne(Function::kHardswishDerivativeOuter, 1, 3), 1.0f);
  for (float zero : {0.0f, -0.0f}) EXPECT_EQ(RoundedOne(Function::kSeluDerivative, 1, zero), 1.7580993f);
  EXPECT_EQ(RoundedOne(Function::kSeluDerivative, 1, 0x1p-149f), 1.0507010f);
}

// Random gradients with inputs of every size, the interesting points last.
void MixedInputs(std::vector<float>& grad, std::vector<float>& x) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 100000; ++i) {
    grad.push_back(std::bit_cast<float>(static_cast<uint32_t>(random())));
    const float small = std::ldexp(static_cast<float>(static_cast<int64_t>(random()) * 0x1p-63), static_cast<int>(random() % 34) - 28);
    x.push_back(i % 4 == 0 ? std::bit_cast<float>(static_cast<uint32_t>(random())) : small);
  }
  for (float point : MandatoryPoints()) {
    grad.push_back(1.7f);
    x.push_back(point);
  }
}

// What the default mode computes in float32: the same bits on every target, and for any gradient as accurate as the operators promise.
TEST_P(MathTest, FastResults) {
  std::vector<float> grad, x;
  MixedInputs(grad, x);
  for (const Function function : AllFunctions()) {
    std::vector<float> here(x.size()), best(x.size());
    std::vector<uint8_t> right(x.size()), right_best(x.size());
    EXPECT_EQ(EvaluateFastOnChosenTarget(function, grad.data(), x.data(), here.data(), right.data(), x.size()), GetParam());
    hwy::SetSupportedTargetsForTest(0);
    EvaluateFastOnChosenTarget(function, grad.data(), x.data(), best.data(), right_best.data(), x.size());
    hwy::SetSupportedTargetsForTest(GetParam());
    EXPECT_EQ(right, right_best) << FunctionName(function);

    const std::vector<double> exact = Evaluate(function, grad, x);
    const double allowed = 2;
    double worst = 0;
    size_t in_float32 = 0, different = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      if (!right[i]) continue;
      ++in_float32;
      const bool nan = std::isnan(here[i]) && std::isnan(best[i]);
      different += !nan && std::bit_cast<uint32_t>(here[i]) != std::bit_cast<uint32_t>(best[i]);
      const float nearest = static_cast<float>(exact[i]);
      if (here[i] == nearest || (std::isnan(here[i]) && std::isnan(nearest))) continue;
      const double ulp = std::isfinite(here[i]) && std::isfinite(nearest) ? UlpError(here[i], exact[i], Format::kFloat32) : kInf;
      worst = std::max(worst, ulp);
      EXPECT_LE(ulp, allowed) << FunctionName(function) << std::hexfloat << ", grad " << grad[i] << ", x " << x[i] << ": got " << here[i]
                              << ", exact " << exact[i];
    }
    EXPECT_EQ(different, 0u) << FunctionName(function);
    EXPECT_GT(in_float32, x.size() / 4) << FunctionName(function);
    std::printf("%s in float32: %zu of %zu, worst %.6f ULP of those not the nearest\n", FunctionName(function), in_float32, x.size(),
                worst);
  }
}

// The results before rounding are the same doubles on every target, and in every position of a vector.
TEST_P(MathTest, TargetsAgree) {
  std::vector<float> grad, x;
  MixedInputs(grad, x);
  const auto same = [](double a, double b) {
    return (std::isnan(a) && std::isnan(b)) || std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);
  };
  for (Function function : AllFunctions()) {
    for (const InDouble how : {InDouble::kHighPrecision, InDouble::kDefaultMode}) {
      const std::vector<double> here = Evaluate(function, grad, x, how);
      std::vector<double> best(x.size());
      hwy::SetSupportedTargetsForTest(0);
      EvaluateOnChosenTarget(function, grad.data(), x.data(), best.data(), x.size(), how);
      hwy::SetSupportedTargetsForTest(GetParam());
      size_t different = 0;
      for (size_t i = 0; i < x.size(); ++i) different += !same(here[i], best[i]);
      EXPECT_EQ(different, 0u) << FunctionName(function);

      for (size_t begin = 0; begin < 17; ++begin) {
        for (size_t count = 1; count < 20; ++count) {
          std::vector<double> part(count);
          EvaluateOnChosenTarget(function, grad.data() + begin, x.data() + begin, part.data(), count, how);
          for (size_t i = 0; i < count; ++i)
            EXPECT_TRUE(same(part[i], here[begin + i])) << FunctionName(function) << " " << begin << " " << i;
        }
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn
