#include "testing/oracle/oracle.h"

#include <mpfr.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/log/log.h"
#include "absl/strings/str_join.h"
#include "testing/oracle/bounded.h"
#include "testing/oracle/register.h"

namespace openaclnn {
namespace {

using oracle::BoundedOf;
using oracle::Interval;
using oracle::Real;

struct FormatTraits {
  const char* name;
  int precision;
  int min_exponent;  // of normal numbers 1.f * 2^e
  int max_exponent;
};

const FormatTraits& Traits(Format format) {
  static constexpr FormatTraits kTraits[] = {{"float64", 53, -1022, 1023},
                                             {"float32", 24, -126, 127},
                                             {"float16", 11, -14, 15},
                                             {"bfloat16", 8, -126, 127}};
  return kTraits[static_cast<int>(format)];
}

// Exponent of the last place that numbers near `value` have in the format.
template <class F>
int LastPlace(F value, const FormatTraits& traits) {
  const int exponent =
      value == 0 ? traits.min_exponent : std::max(std::ilogb(value), traits.min_exponent);
  return exponent - traits.precision + 1;
}

template <class F>
double Round(F value, Format format) {
  // x87 takes hundreds of cycles to round such a number to zero.
  if (std::abs(value) < F{0x1p-1080L}) return std::signbit(value) ? -0.0 : 0.0;
  if (format == Format::kFloat64) return static_cast<double>(value);
  if (format == Format::kFloat32) return static_cast<float>(value);
  if (value == 0 || !std::isfinite(value)) return static_cast<double>(value);
  const FormatTraits& traits = Traits(format);
  const int place = LastPlace(value, traits);
  const double rounded =
      static_cast<double>(std::scalbn(std::nearbyint(std::scalbn(value, -place)), place));
  const bool overflow = std::abs(rounded) >= std::scalbn(1.0, traits.max_exponent + 1);
  return overflow ? std::copysign(std::numeric_limits<double>::infinity(), rounded) : rounded;
}

double Round(const Real& value, Format format) {
  const mpfr_srcptr exact = value;
  if (mpfr_zero_p(exact) || !mpfr_number_p(exact)) return mpfr_get_d(exact, MPFR_RNDN);
  const double sign = mpfr_sgn(exact);
  const FormatTraits& traits = Traits(format);
  const int exponent =
      static_cast<int>(std::max<mpfr_exp_t>(mpfr_get_exp(exact) - 1, traits.min_exponent));
  const int place = exponent - traits.precision + 1;
  if (exponent > traits.max_exponent) return sign * std::numeric_limits<double>::infinity();
  Real scaled;
  mpfr_div_2si(scaled, exact, place, MPFR_RNDN);
  mpfr_roundeven(scaled, scaled);
  const long double rounded = std::scalbn(mpfr_get_ld(scaled, MPFR_RNDN), place);
  // The sign survives an underflow, and an overflow gives infinity.
  return std::copysign(Round(rounded, format), sign);
}

// The rounded value, if all numbers that `value` may be round alike.
template <class F>
std::optional<double> Decide(const BoundedOf<F>& value, Format format) {
  const double relative = value.units * oracle::Machine<F>::kUnit;
  if (relative >= 0x1p-20) return std::nullopt;
  const double rounded = Round(value.value, format);
  if (value.units == 0) return rounded;
  // One unit more, for the sums below.
  const F error = std::abs(value.value) * (relative + oracle::Machine<F>::kUnit);
  if (Round(value.value - error, format) != rounded ||
      Round(value.value + error, format) != rounded)
    return std::nullopt;
  return rounded;
}
// Zeros of either sign are different.
std::optional<double> Decide(const Interval& value, Format format) {
  const double low = Round(value.low, format), high = Round(value.high, format);
  if (low != high || std::signbit(low) != std::signbit(high)) return std::nullopt;
  return low;
}

// The sign of a value: 1, 0, -1.
template <class F>
std::optional<double> Sign(const BoundedOf<F>& value) {
  if (value.units * oracle::Machine<F>::kUnit >= 0x1p-20) return std::nullopt;
  return value.value > 0 ? 1 : value.value < 0 ? -1 : 0;
}
std::optional<double> Sign(const Interval& value) {
  if (value > 0) return 1;
  if (value < 0) return -1;
  if (oracle::IsZero(value.low) && oracle::IsZero(value.high)) return 0;
  return std::nullopt;
}

// The value itself, if it is off by less than this part of itself or by less than `negligible`.
template <class F>
std::optional<double> Near(const BoundedOf<F>& value, double error, long double negligible) {
  const double relative = value.units * oracle::Machine<F>::kUnit;
  const bool is_negligible =
      relative < 1 && std::abs(value.value) * relative < static_cast<F>(negligible);
  if (relative >= error && !is_negligible) return std::nullopt;
  return Round(value.value, Format::kFloat64);
}
std::optional<double> Near(const Interval& value, double, long double) {
  return Decide(value, Format::kFloat64);
}

constexpr mpfr_prec_t kFirstPrecision = 128;
// Enough for exact polynomials of doubles of degree 3.
constexpr mpfr_prec_t kMaxPrecision = 16384;
constexpr size_t kMaxValues = 4;

// MPFR keeps constants for each thread; this frees them when the thread ends.
struct ThreadCache {
  ~ThreadCache() { mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); }
};

// A call of a function with finite or infinite operands and a finite gradient.
class Call {
 public:
  Call(const OracleFunction& function, absl::Span<const double> operands, double gradient)
      : function_(function), gradient_(gradient) {
    double* next = values_.data();
    if (function.multiplies_gradient) *next++ = gradient;
    std::copy(operands.begin(), operands.end(), next);
  }

  BoundedOf<double> InDouble() const { return TimesGradient(function_.in_double(values_.data())); }
  BoundedOf<long double> InLongDouble() const {
    return TimesGradient(function_.in_long_double(values_.data()));
  }
  Interval InMpfr(mpfr_prec_t bits) const {
    static thread_local ThreadCache cache;
    oracle::precision = bits;
    return TimesGradient(function_.interval(values_.data()));
  }

  // decide(enclosure), with as much precision as it takes; without trying double if that cannot
  // be enough.
  template <class Decision>
  auto Until(const Decision& decide, bool try_double = true) const {
    if (try_double) {
      if (const auto value = decide(InDouble())) return *value;
    }
    if (const auto value = decide(InLongDouble())) return *value;
    for (mpfr_prec_t bits = kFirstPrecision; bits <= kMaxPrecision; bits *= 2) {
      if (const auto value = decide(InMpfr(bits))) return *value;
    }
    LOG(ERROR) << "oracle: no decision for " << function_.name << " with "
               << absl::StrJoin(values_.begin(), values_.begin() + Count(), ", ") << ", gradient "
               << gradient_;
    std::abort();
  }

 private:
  size_t Count() const {
    return function_.operands.size() + (function_.multiplies_gradient ? 1 : 0);
  }
  template <class R>
  R TimesGradient(const R& value) const {
    return function_.multiplies_gradient || gradient_ == 1 ? value : value * R(gradient_);
  }

  const OracleFunction& function_;
  double gradient_;
  std::array<double, kMaxValues> values_ = {};
};

double RoundedValue(const Call& call, Format format) {
  return call.Until([&](const auto& value) { return Decide(value, format); },
                    format != Format::kFloat64);
}

// A value known this closely is rounded to one of its two neighbours in float64, and is off by at
// most three quarters of a unit.
constexpr double kFaithfulError = 0x1p-55;
double FaithfulValue(const Call& call, long double negligible) {
  const auto round = [&](const auto& value) {
    const std::optional<double> near = Near(value, kFaithfulError, negligible);
    return near.has_value() ? near : Decide(value, Format::kFloat64);
  };
  return call.Until(round, /*try_double=*/false);
}

// The value itself, if it is known with more digits than float64 has.
constexpr double kBeyondFloat64 = 0x1p-58;
template <class F>
std::optional<long double> BeyondFloat64(const BoundedOf<F>& value) {
  if (value.units * oracle::Machine<F>::kUnit >= kBeyondFloat64) return std::nullopt;
  return value.value;
}
std::optional<long double> BeyondFloat64(const Interval& value) {
  const long double low = mpfr_get_ld(value.low, MPFR_RNDN),
                    high = mpfr_get_ld(value.high, MPFR_RNDN);
  // Both infinite, or zero, or less than any number of float64 can tell.
  if (low == high || std::max(std::abs(low), std::abs(high)) < 0x1p-1140L) return low;
  if (!(std::abs(high - low) < std::abs(low) * kBeyondFloat64)) return std::nullopt;
  return low;
}

// What values are off that need not be exact, as a part of themselves.
constexpr double kNearError = 0x1p-45;

// Whether a value that is off by that may round to either of two numbers of the format, or to
// infinity.
bool IsNearTie(double value, Format format) {
  constexpr double kNearTie = 4 * kNearError;
  const double below = value * (1 - kNearTie), above = value * (1 + kNearTie);
  if (format == Format::kFloat32)  // in one instruction each
    return static_cast<float>(below) != static_cast<float>(above) && !std::isnan(value);
  return RoundToFormat(below, format) != RoundToFormat(above, format) && !std::isnan(value);
}

// Sorted by name. Never destroyed, for tests may end while threads use it.
using Registry = std::map<std::string, OracleFunction, std::less<>>;
Registry& Functions() {
  static Registry& registry = *new Registry;
  return registry;
}

}  // namespace

void OracleRegistration::Add(OracleFunction function) {
  function.multiplies_gradient = function.operands[0] == "gradient";
  if (function.multiplies_gradient) function.operands.erase(function.operands.begin());
  std::string name = function.name;
  if (Functions().emplace(name, std::move(function)).second) return;
  LOG(ERROR) << "oracle: " << name << " is registered twice";
  std::abort();
}

const std::vector<const OracleFunction*>& OracleFunctions() {
  static const auto& functions = *new std::vector<const OracleFunction*>([] {
    std::vector<const OracleFunction*> all;
    for (const auto& [name, function] : Functions()) all.push_back(&function);
    return all;
  }());
  return functions;
}

const OracleFunction* FindOracleFunction(absl::string_view name) {
  const auto found = Functions().find(name);
  return found == Functions().end() ? nullptr : &found->second;
}

const OracleFunction& OracleNamed(absl::string_view name) {
  if (const OracleFunction* function = FindOracleFunction(name)) return *function;
  LOG(ERROR) << "oracle: there is no function " << name;
  std::abort();
}

const std::string& NameOf(const OracleFunction& function) { return function.name; }
const std::vector<std::string>& OperandsOf(const OracleFunction& function) {
  return function.operands;
}

const char* FormatName(Format format) { return Traits(format).name; }

namespace {

// round(call of the function), or what rules say of operands and gradients that are no real
// numbers.
template <class Rounding>
double ValueOf(const OracleFunction& function, absl::Span<const double> operands, double gradient,
               Format format, const Rounding& round) {
  if (operands.size() != function.operands.size()) {
    LOG(ERROR) << "oracle: " << function.name << " has " << function.operands.size()
               << " operands, not " << operands.size();
    std::abort();
  }
  if (function.exception != nullptr) {
    if (const std::optional<double> value = function.exception(gradient, operands))
      return RoundToFormat(*value, format);
  }
  for (const double operand : operands) {
    if (std::isnan(operand)) return operand;
  }
  if (std::isnan(gradient)) return gradient;
  if (std::isinf(gradient)) {
    return gradient *
           Call(function, operands, 1).Until([](const auto& value) { return Sign(value); });
  }
  if (std::any_of(operands.begin(), operands.end(),
                  [](double operand) { return std::isinf(operand); })) {
    // An infinite limit times a gradient of zero is NaN.
    const double limit = RoundedValue(Call(function, operands, 1), Format::kFloat64);
    if (std::isinf(limit)) return gradient * limit;
  }
  return round(Call(function, operands, gradient));
}

}  // namespace

double OracleRounded(const OracleFunction& function, absl::Span<const double> operands,
                     Format format, double gradient) {
  return ValueOf(function, operands, gradient, format,
                 [&](const Call& call) { return RoundedValue(call, format); });
}

double OracleFaithful(const OracleFunction& function, absl::Span<const double> operands,
                      double gradient, long double negligible) {
  return ValueOf(function, operands, gradient, Format::kFloat64,
                 [&](const Call& call) { return FaithfulValue(call, negligible); });
}

namespace {

// function(operands), off by at most half of kNearError of itself.
double NearValue(const OracleFunction& function, absl::Span<const double> operands) {
  const auto near = [](const auto& value) { return Near(value, kNearError / 2, 0x1p-1080L); };
  if (function.exception != nullptr) {
    if (const std::optional<double> value = function.exception(1, operands)) return *value;
  }
  if (!std::all_of(operands.begin(), operands.end(),
                   [](double operand) { return std::isfinite(operand); }))
    return OracleRounded(function, operands, Format::kFloat64);
  if (!function.multiplies_gradient) {  // no call to set up, for most
    if (const std::optional<double> value = near(function.in_double(operands.data())))
      return *value;
  }
  return Call(function, operands, 1).Until(near);
}

}  // namespace

double OracleToCompare(const OracleFunction& function, absl::Span<const double> operands,
                       Format format, double gradient) {
  const bool is_plain =
      std::isfinite(gradient) && (gradient == 1 || !function.multiplies_gradient) &&
      std::all_of(operands.begin(), operands.end(), [](double x) { return std::isfinite(x); });
  if (is_plain) {
    const double value = NearValue(function, operands) * gradient;
    if (!IsNearTie(value, format)) return value;
  }
  return OracleFaithful(function, operands, gradient);
}

long double OracleToCompareFloat64(const OracleFunction& function,
                                   absl::Span<const double> operands, double gradient) {
  // What has more digits is told by the last call only, which is not made for what is infinite.
  std::optional<long double> exact;
  const double rounded =
      ValueOf(function, operands, gradient, Format::kFloat64, [&](const Call& call) {
        exact = call.Until([](const auto& value) { return BeyondFloat64(value); },
                           /*try_double=*/false);
        return static_cast<double>(*exact);
      });
  return exact.value_or(rounded);
}

namespace {

// What the value is off, as a part of its bound.
template <class F>
double ErrorOverBound(const BoundedOf<F>& fast, const Interval& exact) {
  Real value, distance;
  mpfr_set_ld(value, fast.value, MPFR_RNDN);
  mpfr_sub(distance, exact.low, value, MPFR_RNDA);
  const long double error = std::abs(mpfr_get_ld(distance, MPFR_RNDA));
  const long double bound = std::abs(fast.value) * (fast.units * oracle::Machine<F>::kUnit);
  return error == 0 || fast.units == oracle::kUnknown ? 0 : static_cast<double>(error / bound);
}

}  // namespace

double FastPathErrorForTest(const OracleFunction& function, absl::Span<const double> operands) {
  const Call call(function, operands, 1);
  // Twice the digits of long double.
  const Interval exact = call.InMpfr(kFirstPrecision);
  return std::max(ErrorOverBound(call.InDouble(), exact),
                  ErrorOverBound(call.InLongDouble(), exact));
}

double RoundToFormat(double value, Format format) {
  return Round(static_cast<long double>(value), format);
}

double UlpError(double got, double exact, Format format) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (std::isnan(got) || std::isnan(exact))
    return std::isnan(got) && std::isnan(exact) ? 0 : kInfinity;
  const FormatTraits& traits = Traits(format);
  if (got == RoundToFormat(exact, format) && std::isinf(got)) return 0;
  if (std::isinf(exact)) return kInfinity;
  const long double finite_got =
      std::isinf(got) ? std::copysign(std::scalbn(1.0L, traits.max_exponent + 1), got) : got;
  return static_cast<double>(std::scalbn(std::abs(finite_got - exact), -LastPlace(exact, traits)));
}

double UlpErrorOfFloat64(double got, long double exact) {
  const double nearest = static_cast<double>(exact);
  if (!std::isfinite(got) || !std::isfinite(nearest))
    return UlpError(got, nearest, Format::kFloat64);
  return static_cast<double>(
      std::scalbn(std::abs(got - exact), -LastPlace(exact, Traits(Format::kFloat64))));
}

}  // namespace openaclnn
