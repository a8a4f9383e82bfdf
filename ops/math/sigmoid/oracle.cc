// The logistic function and its derivative from its result, for the oracle.
#include "testing/oracle/register.h"

namespace openaclnn {
namespace {

using namespace oracle;

// From here on it is 0 or 1 up to e^-2000, less than any rounding can tell.
constexpr double kSaturation = 2000;

template <class R>
R Sigmoid(const R& x) {
  return Saturate(x, -kSaturation, kSaturation, [](const R& t) { return 1 / (1 + Exp(-t)); });
}

const OracleRegistration kForward("Sigmoid", [](const auto& x) { return Sigmoid(x); }, "x");
const OracleRegistration kDerivative(
    "SigmoidDerivative", [](const auto& y) { return y * (1 - y); }, "x");

}  // namespace
}  // namespace openaclnn
