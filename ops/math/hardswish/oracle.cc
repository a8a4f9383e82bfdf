// Hardswish and its derivative, for the oracle.
#include <cmath>
#include <optional>

#include "absl/types/span.h"
#include "testing/oracle/register.h"

namespace openaclnn {
namespace {

using namespace oracle;

template <class R>
R Hardswish(const R& x) {
  return x <= -3 ? R(-0.0) : x >= 3 ? x : x * (x + 3) / 6;
}

// The derivative is -1/2 and 3/2 at -3 and 3 (aclnnHardswishBackward).
template <class R>
R Derivative(const R& gradient, const R& x) {
  return x > 3 ? gradient : gradient * (2 * x + 3) / 6;
}
// It is 0 and 1 there (aclnnHardswishBackwardV2).
template <class R>
R DerivativeOuter(const R& gradient, const R& x) {
  return x >= 3 ? gradient : gradient * (2 * x + 3) / 6;
}

// Below, the result is +0 whatever the gradient is.
std::optional<double> Below(double, absl::Span<const double> x) {
  return x[0] < -3 ? std::optional<double>(0) : std::nullopt;
}
std::optional<double> BelowOrAt(double, absl::Span<const double> x) {
  return x[0] <= -3 ? std::optional<double>(0) : std::nullopt;
}

const OracleRegistration kForward("Hardswish", [](const auto& x) { return Hardswish(x); }, "x");
const OracleRegistration kDerivative(
    "HardswishDerivative", [](const auto&... v) { return Derivative(v...); }, Below, "gradient",
    "x");
const OracleRegistration kDerivativeOuter(
    "HardswishDerivativeOuter", [](const auto&... v) { return DerivativeOuter(v...); }, BelowOrAt,
    "gradient", "x");

}  // namespace
}  // namespace openaclnn
