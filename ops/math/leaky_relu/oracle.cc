// Leaky ReLU and its derivative, for the oracle: at 0 the derivative is the slope.
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

const OracleRegistration kForward("LeakyRelu", [](const auto&... v) { return LeakyRelu(v...); }, "x", "slope");
const OracleRegistration kDerivative("LeakyReluDerivative", [](const auto&... v) { return Derivative(v...); }, "x", "slope");

}  // namespace
}  // namespace openaclnn
