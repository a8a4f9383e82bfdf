// Logarithms, for the oracle.
#include <limits>
#include <optional>

#include "absl/types/span.h"
#include "testing/oracle/register.h"

namespace openaclnn {
namespace {

using namespace oracle;

// At and beyond the ends of the domain, which is that of ln(kOffset + x).
template <int kOffset>
std::optional<double> AtEnds(double gradient, absl::Span<const double> x) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (x[0] < -kOffset) return std::numeric_limits<double>::quiet_NaN();
  if (x[0] == -kOffset) return gradient * -kInfinity;
  if (x[0] == kInfinity) return gradient * kInfinity;
  return std::nullopt;
}

const OracleRegistration kLog("Log", [](const auto& x) { return Log(x); }, AtEnds<0>, "x");
const OracleRegistration kLog2("Log2", [](const auto& x) { return Log2(x); }, AtEnds<0>, "x");
const OracleRegistration kLog10("Log10", [](const auto& x) { return Log10(x); }, AtEnds<0>, "x");
const OracleRegistration kLog1p("Log1p", [](const auto& x) { return Log1p(x); }, AtEnds<1>, "x");

}  // namespace
}  // namespace openaclnn
