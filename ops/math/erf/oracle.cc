// The error function, for the oracle.
#include "testing/oracle/register.h"

namespace openaclnn {
namespace {

using namespace oracle;

// From here on it is +-1 up to e^-10000, less than any rounding can tell.
constexpr double kSaturation = 100;

template <class R>
R OfModerate(const R& x) {
  return Saturate(x, -kSaturation, kSaturation, [](const R& t) { return Erf(t); });
}

const OracleRegistration kErf("Erf", [](const auto& x) { return OfModerate(x); }, "x");

}  // namespace
}  // namespace openaclnn
