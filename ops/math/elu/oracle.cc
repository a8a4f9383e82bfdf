// ELU, for the oracle.
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

const OracleRegistration kElu("Elu", [](const auto&... v) { return Elu(v...); }, "x", "alpha", "scale", "inputScale");

}  // namespace
}  // namespace openaclnn
