// Sine and cosine, for the oracle.
#include <cmath>
#include <limits>
#include <optional>

#include "absl/types/span.h"
#include "testing/oracle/register.h"

namespace openaclnn {
namespace {

using namespace oracle;

// Both are known of exact angles only.
template <class F>
BoundedOf<F> OfAngle(F value, const BoundedOf<F>& a) {
  return OfLibrary(value, a, static_cast<F>(kUnknown));
}
template <class F>
BoundedOf<F> Sin(const BoundedOf<F>& a) {
  return OfAngle(std::sin(a.value), a);
}
template <class F>
BoundedOf<F> Cos(const BoundedOf<F>& a) {
  return OfAngle(std::cos(a.value), a);
}

template <class Function>
Interval OfAngle(const Interval& a, Function f) {
  return mpfr_equal_p(a.low, a.high) ? Increasing(a, f) : Interval(FromDouble(-1), FromDouble(1));
}
Interval Sin(const Interval& a) { return OfAngle(a, mpfr_sin); }
Interval Cos(const Interval& a) { return OfAngle(a, mpfr_cos); }

// There is no limit.
std::optional<double> AtInfinity(double, absl::Span<const double> x) {
  if (std::isinf(x[0])) return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

const OracleRegistration kSin("Sin", [](const auto& x) { return Sin(x); }, AtInfinity, "x");
const OracleRegistration kCos("Cos", [](const auto& x) { return Cos(x); }, AtInfinity, "x");

}  // namespace
}  // namespace openaclnn
