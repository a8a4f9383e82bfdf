// What processors compute by one instruction or comparison, for the oracle: //ops/math has no room
// for it. Where operands or results are no real numbers, the instructions of float64 decide.
#include <cmath>
#include <limits>
#include <optional>

#include "absl/types/span.h"
#include "testing/oracle/register.h"

namespace openaclnn {
namespace {

using namespace oracle;
using Operands = absl::Span<const double>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// x, or x and y, are real numbers that the function can be computed of.
bool IsReal(Operands v) {
  for (const double operand : v) {
    if (!std::isfinite(operand)) return false;
  }
  return true;
}

const OracleRegistration kSum(
    "Sum", [](const auto& x, const auto& y) { return x + y; },
    [](double, Operands v) {
      return IsReal(v) ? std::nullopt : std::optional<double>(v[0] + v[1]);
    },
    "x", "y");
const OracleRegistration kDifference(
    "Difference", [](const auto& x, const auto& y) { return x - y; },
    [](double, Operands v) {
      return IsReal(v) ? std::nullopt : std::optional<double>(v[0] - v[1]);
    },
    "x", "y");
const OracleRegistration kProduct(
    "Product", [](const auto& x, const auto& y) { return x * y; },
    [](double, Operands v) {
      return IsReal(v) ? std::nullopt : std::optional<double>(v[0] * v[1]);
    },
    "x", "y");
const OracleRegistration kQuotient(
    "Quotient", [](const auto& x, const auto& y) { return x / y; },
    [](double, Operands v) {
      return IsReal(v) && v[1] != 0 ? std::nullopt : std::optional<double>(v[0] / v[1]);
    },
    "x", "y");
const OracleRegistration kReciprocal(
    "Reciprocal", [](const auto& x) { return 1 / x; },
    [](double, Operands v) {
      return IsReal(v) && v[0] != 0 ? std::nullopt : std::optional<double>(1 / v[0]);
    },
    "x");
const OracleRegistration kSquare("Square", [](const auto& x) { return x * x; }, "x");
const OracleRegistration kSquareRoot(
    "SquareRoot", [](const auto& x) { return Sqrt(x); },
    [](double, Operands v) {
      return v[0] > 0 && IsReal(v) ? std::nullopt : std::optional<double>(std::sqrt(v[0]));
    },
    "x");
const OracleRegistration kReciprocalRoot(
    "ReciprocalRoot", [](const auto& x) { return 1 / Sqrt(x); },
    [](double, Operands v) {
      return v[0] > 0 && IsReal(v) ? std::nullopt : std::optional<double>(1 / std::sqrt(v[0]));
    },
    "x");
const OracleRegistration kHardsigmoid(
    "Hardsigmoid",
    [](const auto& x) { return x < -3  ? (x - x)
                               : x > 3 ? (x - x) + 1
                                       : (x + 3) / 6; },
    [](double, Operands v) {
      return std::isinf(v[0]) ? std::optional<double>(v[0] > 0) : std::nullopt;
    },
    "x");

// What is selected, or rounded to an integer: float64 computes it exactly, of every operand, so
// that the formula is not asked.
template <class Exact, class... Names>
OracleRegistration Selected(const char* name, Exact, Names... operands) {
  return OracleRegistration(
      name, [](const auto& first, const auto&...) { return first; },
      [](double gradient, Operands v) { return std::optional<double>(Exact()(gradient, v)); },
      operands...);
}

const OracleRegistration kAbsolute =
    Selected("Absolute", [](double, Operands v) { return std::abs(v[0]); }, "x");
const OracleRegistration kNegative =
    Selected("Negative", [](double, Operands v) { return -v[0]; }, "x");
const OracleRegistration kSign = Selected(
    "Sign", [](double, Operands v) { return v[0] > 0   ? 1.0
                                            : v[0] < 0 ? -1.0
                                                       : 0.0; }, "x");
const OracleRegistration kFloor =
    Selected("Floor", [](double, Operands v) { return std::floor(v[0]); }, "x");
const OracleRegistration kCeil =
    Selected("Ceil", [](double, Operands v) { return std::ceil(v[0]); }, "x");
const OracleRegistration kTrunc =
    Selected("Trunc", [](double, Operands v) { return std::trunc(v[0]); }, "x");
const OracleRegistration kNearestInteger =
    Selected("NearestInteger", [](double, Operands v) { return std::nearbyint(v[0]); }, "x");
const OracleRegistration kRelu =
    Selected("Relu", [](double, Operands v) { return v[0] < 0 ? 0 : v[0]; }, "x");
const OracleRegistration kThreshold = Selected(
    "Threshold", [](double, Operands v) { return v[0] <= v[1] ? v[2] : v[0]; }, "x", "threshold",
    "value");
const OracleRegistration kThresholdDerivative = Selected(
    "ThresholdDerivative", [](double gradient, Operands v) { return v[0] <= v[1] ? 0 : gradient; },
    "x", "threshold");
const OracleRegistration kHardtanhDerivative = Selected(
    "HardtanhDerivative",
    [](double gradient, Operands v) { return v[0] <= v[1] || v[0] >= v[2] ? 0 : gradient; }, "x",
    "least", "greatest");
const OracleRegistration kClamp = Selected(
    "Clamp", [](double, Operands v) { return v[0] < v[1]   ? v[1]
                                             : v[0] > v[2] ? v[2]
                                                           : v[0]; }, "x",
    "least", "greatest");
const OracleRegistration kMaximum = Selected(
    "Maximum",
    [](double, Operands v) {
      return std::isnan(v[0]) || std::isnan(v[1]) ? kNan : std::fmax(v[0], v[1]);
    },
    "x", "y");
const OracleRegistration kMinimum = Selected(
    "Minimum",
    [](double, Operands v) {
      return std::isnan(v[0]) || std::isnan(v[1]) ? kNan : std::fmin(v[0], v[1]);
    },
    "x", "y");

// Not selected: the quotient rounds.
const OracleRegistration kHardsigmoidDerivative(
    "HardsigmoidDerivative", [](const auto& gradient, const auto&) { return gradient / 6; },
    [](double gradient, Operands v) {
      return std::abs(v[0]) < 3 && std::isfinite(gradient)
                 ? std::nullopt
                 : std::optional<double>(std::abs(v[0]) < 3 ? gradient : 0);
    },
    "gradient", "x");

}  // namespace
}  // namespace openaclnn
