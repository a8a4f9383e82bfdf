// SELU and its derivative from its result, for the oracle.
#include <cmath>
#include <optional>

#include "testing/oracle/register.h"

namespace openaclnn {
namespace {

using namespace oracle;

const Decimal kLambda("1.0507009873554804934193349852946");
const Decimal kAlpha("1.6732632423543772848170429916717");

template <class R>
R Selu(const R& x) {
  return x > 0 ? kLambda * x : R(kLambda) * kAlpha * Expm1(x);
}

template <class R>
R DerivativeFromResult(const R& y) {
  return y > 0 ? R(kLambda) : y + R(kLambda) * kAlpha;
}

const OracleRegistration kForward("Selu", [](const auto& x) { return Selu(x); }, "x");
// Of a result that is NaN the derivative is lambda, because it is compared with y <= 0.
std::optional<double> OfNan(double gradient, absl::Span<const double> y) {
  return std::isnan(y[0]) ? std::optional<double>(gradient * 1.0507009873554804934193349852946)
                          : std::nullopt;
}

const OracleRegistration kDerivative(
    "SeluDerivative", [](const auto& y) { return DerivativeFromResult(y); }, OfNan, "x");

}  // namespace
}  // namespace openaclnn
