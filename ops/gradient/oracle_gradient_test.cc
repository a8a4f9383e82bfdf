// The oracle's derivatives are the derivatives of its functions: each is compared with a central
// difference of its forward.
//
// The difference has order 8: (4/5 (f(x+h) - f(x-h)) - 1/5 (f(x+2h) - f(x-2h)) + 4/105 (...3h) -
// 1/280 (...4h)) / h. Two errors bound it.
// * Rounding: the oracle rounds each f to float64, by at most 2^-53 |f|, and the weights add up to
//   2 * 1.042 / h.
// * Truncation: h^8 / 630 times the ninth derivative, at h = 2^-10. It matters only where f behaves
//   as e^(a x) with a large a, and is then (a h)^8 / 630 of f'. The largest a is 87, of the tanh
//   form at -20: 4e-12.
// The steps are powers of two and the points short, so that all arguments are exact. Next to a kink
// the step shrinks so as not to cross it.
#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "testing/oracle/oracle.h"

namespace openaclnn {
namespace {

constexpr double kLargestStep = 0x1p-10;
constexpr double kTruncation = 1e-11;
constexpr double kTenDigits = 1e-10;

struct Pair {
  const char* forward;
  const char* derivative;
  double begin, end;  // beyond, the forward leaves float64 or is constant
  std::vector<double> kinks;
  bool from_result;  // the derivative takes the result of the forward
};

void PrintTo(const Pair& pair, std::ostream* stream) { *stream << pair.derivative; }

double Forward(const Pair& pair, double x) {
  return OracleRounded(OracleNamed(pair.forward), {x}, Format::kFloat64);
}

double Derivative(const Pair& pair, double x) {
  return OracleRounded(OracleNamed(pair.derivative), {pair.from_result ? Forward(pair, x) : x},
                       Format::kFloat64);
}

// Many points, and both sides of the kinks down to a distance of 2^-12.
std::vector<double> Points(const Pair& pair) {
  std::vector<double> points;
  for (double x = pair.begin; x <= pair.end; x += 0x1p-5) {
    if (std::find(pair.kinks.begin(), pair.kinks.end(), x) == pair.kinks.end()) points.push_back(x);
  }
  for (double kink : pair.kinks) {
    for (int i = 1; i <= 12; ++i) {
      points.push_back(kink - std::ldexp(1, -i));
      points.push_back(kink + std::ldexp(1, -i));
    }
  }
  return points;
}

double StepAt(const Pair& pair, double x) {
  double step = kLargestStep;
  for (double kink : pair.kinks) {
    while (8 * step > std::abs(x - kink)) step /= 2;
  }
  return step;
}

void CheckPoint(const Pair& pair, double x) {
  constexpr long double kWeights[] = {4.0L / 5, -1.0L / 5, 4.0L / 105, -1.0L / 280};
  const double step = StepAt(pair, x);
  long double difference = 0;
  double largest = 0;
  for (int i = 1; i <= 4; ++i) {
    const double right = Forward(pair, x + i * step);
    const double left = Forward(pair, x - i * step);
    difference += kWeights[i - 1] * (static_cast<long double>(right) - left) / step;
    largest = std::max({largest, std::abs(left), std::abs(right)});
  }
  const double derivative = Derivative(pair, x);
  const double bound = 2.1 * 0x1p-53 * largest / step + kTruncation * std::abs(derivative);
  EXPECT_LE(bound, kTenDigits * std::max(largest, std::abs(derivative)))
      << "the bound cannot tell ten digits at " << x;
  EXPECT_LE(std::abs(derivative - difference), bound)
      << pair.derivative << "(" << x << ") = " << derivative << ", the difference of "
      << pair.forward << " is " << static_cast<double>(difference);
}

class OracleGradientTest : public ::testing::TestWithParam<Pair> {};

TEST_P(OracleGradientTest, IsTheDifferenceOfTheForward) {
  for (double x : Points(GetParam())) {
    CheckPoint(GetParam(), x);
    if (HasFailure()) return;  // the first point says enough
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, OracleGradientTest,
    ::testing::Values(Pair{"GeluErf", "GeluErfDerivative", -36, 36, {}, false},
                      Pair{"GeluTanh", "GeluTanhDerivative", -20, 20, {}, false},
                      Pair{"Selu", "SeluDerivative", -36, 36, {0}, true},
                      Pair{"Hardswish", "HardswishDerivative", -8, 8, {-3, 3}, false},
                      Pair{"Hardswish", "HardswishDerivativeOuter", -8, 8, {-3, 3}, false}),
    [](const auto& test) { return std::string(test.param.derivative); });

// At a kink the derivative is the one of the side that the operator's spec names. Hardswish is a
// polynomial of degree 2 on each side, for which the three-point difference has no truncation
// error.
TEST(OracleKinkTest, HardswishTakesTheSideOfItsName) {
  const auto one_sided = [](double x, double step) {
    const auto f = [](double at) {
      return OracleRounded(OracleNamed("Hardswish"), {at}, Format::kFloat64);
    };
    return (4 * f(x + step) - f(x + 2 * step) - 3 * f(x)) / (2 * step);
  };
  for (double kink : {-3.0, 3.0}) {
    const double inner = one_sided(kink, std::copysign(0x1p-4, -kink));
    const double outer = one_sided(kink, std::copysign(0x1p-4, kink));
    EXPECT_NEAR(OracleRounded(OracleNamed("HardswishDerivative"), {kink}, Format::kFloat64), inner,
                1e-13)
        << kink;
    EXPECT_NEAR(OracleRounded(OracleNamed("HardswishDerivativeOuter"), {kink}, Format::kFloat64),
                outer, 1e-13)
        << kink;
  }
}

// SELU turns at 0, where its derivative takes the left side. f(-h) / -h is off by h / 2 of itself.
TEST(OracleKinkTest, SeluTakesTheLeftSide) {
  const double left = OracleRounded(OracleNamed("Selu"), {-0x1p-40}, Format::kFloat64) / -0x1p-40;
  EXPECT_NEAR(OracleRounded(OracleNamed("SeluDerivative"), {0}, Format::kFloat64), left, 1e-12);
}

}  // namespace
}  // namespace openaclnn
