// SELU and its derivative from its result, for the oracle.
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
const OracleRegistration kDerivative("SeluDerivative", [](const auto& y) { return DerivativeFromResult(y); }, "x");

}  // namespace
}  // namespace openaclnn
