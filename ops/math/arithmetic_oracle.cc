// What processors compute by one instruction or comparison, for the oracle: it needs no room.
// Where operands or results are no real numbers, the instructions of float64 decide.
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

// Of one or two operands. The formula is one of IEEE 754's operations.
template <class Formula, class... Names>
OracleRegistration Operation(const char* name, Formula formula, Names... operands) {
  return OracleRegistration(
      name, formula,
      [](double, Operands v) -> std::optional<double> {
        double value;
        if constexpr (sizeof...(Names) == 1) {
          value = Formula()(v[0]);
        } else {
          value = Formula()(v[0], v[1]);
        }
        for (const double number : {v.front(), v.back(), value}) {
          if (!std::isfinite(number)) return value;
        }
        return std::nullopt;
      },
      operands...);
}

const OracleRegistration kSum =
    Operation("Sum", [](const auto& x, const auto& y) { return x + y; }, "x", "y");
const OracleRegistration kDifference =
    Operation("Difference", [](const auto& x, const auto& y) { return x - y; }, "x", "y");
const OracleRegistration kProduct =
    Operation("Product", [](const auto& x, const auto& y) { return x * y; }, "x", "y");
const OracleRegistration kQuotient =
    Operation("Quotient", [](const auto& x, const auto& y) { return x / y; }, "x", "y");
const OracleRegistration kReciprocal =
    Operation("Reciprocal", [](const auto& x) { return 1 / x; }, "x");
const OracleRegistration kSquare("Square", [](const auto& x) { return x * x; }, "x");
const OracleRegistration kSquareRoot(
    "SquareRoot", [](const auto& x) { return Sqrt(x); },
    [](double, Operands v) {
      return v[0] > 0 && std::isfinite(v[0]) ? std::nullopt
                                             : std::optional<double>(std::sqrt(v[0]));
    },
    "x");
const OracleRegistration kReciprocalRoot(
    "ReciprocalRoot", [](const auto& x) { return 1 / Sqrt(x); },
    [](double, Operands v) {
      return v[0] > 0 && std::isfinite(v[0]) ? std::nullopt
                                             : std::optional<double>(1 / std::sqrt(v[0]));
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
