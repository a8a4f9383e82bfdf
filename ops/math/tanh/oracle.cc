// Tanh and its derivative from its result, for the oracle.
#include "testing/oracle/register.h"

namespace openaclnn {
namespace {

using namespace oracle;

// From here on tanh is +-1 up to e^-2000, less than any rounding can tell.
constexpr double kSaturation = 1000;

const OracleRegistration kForward(
    "Tanh",
    [](const auto& x) {
      using R = std::decay_t<decltype(x)>;
      return Saturate(x, -kSaturation, kSaturation, [](const R& t) { return Tanh(t); });
    },
    "x");
const OracleRegistration kDerivative(
    "TanhDerivative", [](const auto& y) { return (1 - y) * (1 + y); }, "x");

}  // namespace
}  // namespace openaclnn
