// GELU, exact (erf) and by tanh, and its derivatives, for the oracle.
#include <cmath>
#include <optional>

#include "testing/oracle/register.h"

namespace openaclnn {
namespace {

using namespace oracle;

// From here on the derivative is 0 or 1 and GELU is 0 or x, up to e^-1250: less than any rounding
// can tell from the value at the limit, however large x is.
constexpr double kSaturation = 50;

const Decimal kCubic("0.044715");

// The share of x that GELU is: Phi(t), or its approximation by tanh.
template <class R>
R ErfShare(const R& t) {
  return Erfc(-t / Constant<R>([] { return Sqrt(R(2)); })) / 2;
}

// 0.5 (1 + tanh(w / 2)) = 1 / (1 + e^-w), without cancellation.
template <class R>
R Logistic(const R& w) {
  return 1 / (1 + Exp(-w));
}
template <class R>
R Linear() {
  return Constant<R>([] { return Sqrt(8 / Pi<R>()); });  // 2 sqrt(2 / pi)
}
template <class R>
R TanhArgument(const R& t) {
  return Linear<R>() * (t * (1 + kCubic * (t * t)));
}

template <class R, class Share>
R Gelu(const R& x, const Share& share) {
  const R factor = x < 0 ? Clamp(x, -kSaturation, 0) : x;
  return factor * Saturate(x, -kSaturation, kSaturation, share);
}

template <class R>
R ErfDerivative(const R& t) {
  return ErfShare(t) + t * Exp(-t * t / 2) / Constant<R>([] { return Sqrt(2 * Pi<R>()); });
}

template <class R>
R TanhDerivative(const R& t) {
  const R w = TanhArgument(t), share = Logistic(w),
          w_slope = Linear<R>() * (1 + 3 * (kCubic * (t * t)));
  return share + share * Logistic(-w) * (t * w_slope);
}

// At -infinity the value is -0, not a limit that is approached: an infinite gradient there gives
// NaN.
std::optional<double> AtMinusInfinity(double gradient, absl::Span<const double> x) {
  return std::isinf(x[0]) && x[0] < 0 ? std::optional<double>(gradient * -0.0) : std::nullopt;
}

const OracleRegistration kErf(
    "GeluErf", [](const auto& x) { return Gelu(x, [](const auto& t) { return ErfShare(t); }); },
    AtMinusInfinity, "x");
const OracleRegistration kTanh(
    "GeluTanh",
    [](const auto& x) { return Gelu(x, [](const auto& t) { return Logistic(TanhArgument(t)); }); },
    AtMinusInfinity, "x");
const OracleRegistration kErfDerivative(
    "GeluErfDerivative",
    [](const auto& x) {
      return Saturate(x, -kSaturation, kSaturation, [](const auto& t) { return ErfDerivative(t); });
    },
    AtMinusInfinity, "x");
const OracleRegistration kTanhDerivative(
    "GeluTanhDerivative",
    [](const auto& x) {
      return Saturate(x, -kSaturation, kSaturation,
                      [](const auto& t) { return TanhDerivative(t); });
    },
    AtMinusInfinity, "x");

}  // namespace
}  // namespace openaclnn
