// Leaky ReLU and its derivative, for the oracle: at 0 the derivative is the slope.
#include <cmath>
#include <optional>

#include "testing/oracle/register.h"

namespace openaclnn {
namespace {

using namespace oracle;

template <class R>
R LeakyRelu(const R& x, const R& slope) {
  return x > 0 ? x : x * slope;
}

template <class R>
R Derivative(const R& x, const R& slope) {
  return x > 0 ? R(1) : slope;
}

// x > 0 is false for NaN.
std::optional<double> OfNan(double gradient, absl::Span<const double> x_and_slope) {
  return std::isnan(x_and_slope[0]) ? std::optional<double>(gradient * x_and_slope[1])
                                    : std::nullopt;
}

const OracleRegistration kForward(
    "LeakyRelu", [](const auto&... v) { return LeakyRelu(v...); }, "x", "slope");
const OracleRegistration kDerivative(
    "LeakyReluDerivative", [](const auto&... v) { return Derivative(v...); }, OfNan, "x", "slope");

}  // namespace
}  // namespace openaclnn
