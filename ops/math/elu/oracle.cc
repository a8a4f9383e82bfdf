// ELU and its derivative, from its input and from its result, for the oracle; and those with plain
// numbers (plain.h) again, which have forms of their own.
#include <cmath>
#include <limits>
#include <optional>

#include "absl/types/span.h"
#include "testing/oracle/register.h"

namespace openaclnn {
namespace {

using namespace oracle;

// e^t is 0 or infinite in every format beyond it.
constexpr double kSaturation = 3000;

template <class R>
R Elu(const R& x, const R& alpha, const R& scale, const R& input_scale) {
  if (x > 0) return scale * x;
  return alpha * scale * Expm1(Clamp(x * input_scale, -kSaturation, kSaturation));
}

template <class R>
R Derivative(const R& x, const R& alpha, const R& scale, const R& input_scale) {
  if (x > 0) return scale;
  return alpha * scale * input_scale * Exp(Clamp(x * input_scale, -kSaturation, kSaturation));
}

template <class R>
R DerivativeFromResult(const R& y, const R& alpha, const R& scale, const R& input_scale) {
  return y > 0 ? scale : input_scale * (y + alpha * scale);
}

// At -infinity the derivative is 0, not a limit that is approached: an infinite gradient makes NaN.
std::optional<double> AtInfinity(double gradient, absl::Span<const double> x) {
  const bool vanishes = x[0] * x[3] == -std::numeric_limits<double>::infinity() && std::isinf(x[0]);
  if (vanishes && x[0] < 0 && std::isinf(gradient)) return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

const OracleRegistration kDerivative(
    "EluDerivative", [](const auto&... v) { return Derivative(v...); }, AtInfinity, "x", "alpha",
    "scale", "inputScale");
const OracleRegistration kDerivativeFromResult(
    "EluDerivativeFromResult", [](const auto&... v) { return DerivativeFromResult(v...); }, "x",
    "alpha", "scale", "inputScale");
const OracleRegistration kElu(
    "Elu", [](const auto&... v) { return Elu(v...); }, "x", "alpha", "scale", "inputScale");
const OracleRegistration kPlainElu(
    "PlainElu", []<class R>(const R& x, const R& alpha) { return Elu(x, alpha, R(1), R(1)); }, "x",
    "alpha");
const OracleRegistration kPlainDerivative(
    "PlainEluDerivative",
    []<class R>(const R& x, const R& alpha) { return Derivative(x, alpha, R(1), R(1)); },
    [](double gradient, absl::Span<const double> x) {
      const double all[] = {x[0], x[1], 1, 1};
      return AtInfinity(gradient, all);
    },
    "x", "alpha");

}  // namespace
}  // namespace openaclnn
