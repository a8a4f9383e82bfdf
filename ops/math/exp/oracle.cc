// The exponential function, for the oracle.
#include "testing/oracle/register.h"

namespace openaclnn {
namespace {

using namespace oracle;

// Beyond it the result is 0 or infinite in every format.
constexpr double kSaturation = 2000;

const OracleRegistration kExp(
    "Exp", [](const auto& x) { return Exp(Clamp(x, -kSaturation, kSaturation)); }, "x");

}  // namespace
}  // namespace openaclnn
