// Softplus and its derivative without their threshold, for the oracle.
#include <cmath>
#include <limits>
#include <optional>

#include "absl/types/span.h"
#include "testing/oracle/register.h"

namespace openaclnn {
namespace {

using namespace oracle;

// e^-t is 0 in every format beyond it.
constexpr double kSaturation = 2000;

template <class R>
R Softplus(const R& x, const R& beta) {
  const R t = x * beta;
  if (t > 0) return (t + Log1p(Exp(Clamp(-t, -kSaturation, 0)))) / beta;
  return Log1p(Exp(Clamp(t, -kSaturation, 0))) / beta;
}

template <class R>
R Derivative(const R& x, const R& beta) {
  return Saturate(x * beta, -kSaturation, kSaturation,
                  [](const R& t) { return 1 / (1 + Exp(-t)); });
}

// At -infinity the derivative is 0, not a limit that is approached: an infinite gradient makes NaN.
std::optional<double> AtInfinity(double gradient, absl::Span<const double> x) {
  const bool vanishes = x[0] * x[1] == -std::numeric_limits<double>::infinity() && std::isinf(x[0]);
  if (vanishes && std::isinf(gradient)) return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

const OracleRegistration kDerivative(
    "SoftplusDerivative", [](const auto& x, const auto& beta) { return Derivative(x, beta); },
    AtInfinity, "x", "beta");
const OracleRegistration kSoftplus(
    "Softplus", [](const auto& x, const auto& beta) { return Softplus(x, beta); }, "x", "beta");

}  // namespace
}  // namespace openaclnn
