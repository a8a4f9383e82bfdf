// Powers, for the oracle.
#include <cmath>
#include <optional>

#include "absl/types/span.h"
#include "testing/oracle/register.h"

namespace openaclnn {
namespace {

using namespace oracle;

// Of exact operands; infinite ones and powers that are numbers or not at all are left to AtEnds().
template <class F>
BoundedOf<F> Pow(const BoundedOf<F>& x, const BoundedOf<F>& y) {
  return OfLibrary(std::pow(x.value, y.value), x, static_cast<F>(kUnknown));
}
Interval Pow(const Interval& x, const Interval& y) {
  return Interval(Rounded(Toward::kBelow, mpfr_pow, x.low, y.low),
                  Rounded(Toward::kAbove, mpfr_pow, x.low, y.low));
}

// C's rules where the power is no real number between 0 and infinity.
std::optional<double> AtEnds(double gradient, absl::Span<const double> v) {
  const double x = v[0], y = v[1];
  const bool is_power =
      x != 0 && y != 0 && std::isfinite(x) && std::isfinite(y) && (x > 0 || y == std::nearbyint(y));
  if (is_power) return std::nullopt;
  if (x == 1 || y == 0)
    return gradient;  // also for a NaN that signals, of which the C library makes another
  return gradient * std::pow(x, y);
}

const OracleRegistration kPow(
    "Pow", [](const auto& x, const auto& y) { return Pow(x, y); }, AtEnds, "x", "y");

}  // namespace
}  // namespace openaclnn
