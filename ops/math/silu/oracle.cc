// SiLU, x sigmoid(x), and its derivative, for the oracle.
#include "testing/oracle/register.h"

namespace openaclnn {
namespace {

using namespace oracle;

// From here on the derivative is 0 or 1 and SiLU is 0 or x, up to e^-1990: less than any rounding
// can tell from the value at the limit, however large x is.
constexpr double kSaturation = 2000;

template <class R>
R Sigmoid(const R& x) {
  return 1 / (1 + Exp(-x));
}

template <class R>
R Silu(const R& x) {
  const R factor = x < 0 ? Clamp(x, -kSaturation, 0) : x;
  return factor * Saturate(x, -kSaturation, kSaturation, [](const R& t) { return Sigmoid(t); });
}

template <class R>
R Derivative(const R& x) {
  return Saturate(x, -kSaturation, kSaturation,
                  [](const R& t) { return Sigmoid(t) * (1 + t * Sigmoid(-t)); });
}

const OracleRegistration kForward("Silu", [](const auto& x) { return Silu(x); }, "x");
const OracleRegistration kDerivative(
    "SiluDerivative", [](const auto& x) { return Derivative(x); }, "x");

}  // namespace
}  // namespace openaclnn
