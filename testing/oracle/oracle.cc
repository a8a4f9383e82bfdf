#include "testing/oracle/oracle.h"

#include <mpfr.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <vector>

#include "absl/log/log.h"

namespace openaclnn {
namespace {

// The error bounds below are in units of 2^-63, one unit in the last place of an x87 long double.
static_assert(LDBL_MANT_DIG >= 64, "the oracle's error bounds need a long double of at least 64 bits");
constexpr long double kUnit = 0x1p-63L;

constexpr long double kInvSqrt2 = 0.707106781186547524400844362104849039L;
constexpr long double kInvSqrt2Pi = 0.398942280401432677939946059934381868L;
constexpr long double kSqrt8OverPi = 1.59576912160573071175978423973752747L;  // 2 sqrt(2 / pi)
constexpr long double kTanhCubic = 0.044715L;
constexpr long double kLambda = 1.0507009873554804934193349852946L;
constexpr long double kLambdaAlpha = 1.75809934084737685994021752081231L;

// From here on the derivative of GELU is 0 or 1 and GELU is 0 or x, up to e^-1250: too little to count except between two roundings.
constexpr double kGeluSaturation = 50;
constexpr long double kBelowEverything = 0x1p-1700L;
// Up to here two terms of the series of GELU and its derivative at 0 are enough: the next is smaller by x^2, and both forms agree.
constexpr double kGeluSeries = 0x1p-32;

struct FormatTraits {
  const char* name;
  int precision;
  int min_exponent;  // of normal numbers 1.f * 2^e
  int max_exponent;
};

const FormatTraits& Traits(Format format) {
  static constexpr FormatTraits kTraits[] = {
      {"float64", 53, -1022, 1023}, {"float32", 24, -126, 127}, {"float16", 11, -14, 15}, {"bfloat16", 8, -126, 127}};
  return kTraits[static_cast<int>(format)];
}

// Exponent of the last place that numbers near `value` have in the format.
int LastPlace(long double value, const FormatTraits& traits) {
  const int exponent = value == 0 ? traits.min_exponent : std::max(std::ilogb(value), traits.min_exponent);
  return exponent - traits.precision + 1;
}

double Round(long double value, Format format) {
  // x87 takes hundreds of cycles to round such a number to zero.
  if (std::abs(value) < 0x1p-1080L) return std::signbit(value) ? -0.0 : 0.0;
  if (format == Format::kFloat64) return static_cast<double>(value);
  if (format == Format::kFloat32) return static_cast<float>(value);
  if (value == 0 || !std::isfinite(value)) return static_cast<double>(value);
  const FormatTraits& traits = Traits(format);
  const int place = LastPlace(value, traits);
  const double rounded = static_cast<double>(std::scalbn(std::nearbyint(std::scalbn(value, -place)), place));
  const bool overflow = std::abs(rounded) >= std::scalbn(1.0, traits.max_exponent + 1);
  return overflow ? std::copysign(std::numeric_limits<double>::infinity(), rounded) : rounded;
}

// |exact - value| <= error.
struct Bounded {
  long double value;
  long double error;
};

Bounded Exact(long double value) { return {value, 0}; }

Bounded WithinUnits(long double value, long double units) { return {value, std::abs(value) * units * kUnit}; }

// The sum of two terms, each off by at most `units` of itself: near a root the error is not small against the sum.
Bounded SumWithinUnits(long double a, long double b, long double units) { return {a + b, (std::abs(a) + std::abs(b)) * units * kUnit}; }

// The logistic function of w and its complement, both without cancellation.
struct Logistic {
  long double of_w;
  long double of_minus_w;
};

Logistic ComputeLogistic(long double w) {
  const long double e = std::exp(-std::abs(w));
  const long double large = 1 / (1 + e);
  const long double small = e / (1 + e);
  return w >= 0 ? Logistic{large, small} : Logistic{small, large};
}

// Bounds: the C library's erfc, exp and expm1 are good to a few units (glibc documents at most 5). An argument off by one unit of itself
// changes erfc(x / sqrt 2) and exp(-x^2 / 2) by about x^2 units, and the logistic function by |w| units.
Bounded FastGelu(Function function, long double x) {
  const bool derivative = function == Function::kGeluErfDerivative || function == Function::kGeluTanhDerivative;
  if (x == 0) return Exact(derivative ? 0.5L : x);
  if (std::isinf(x) && x < 0) return Exact(-0.0L);
  if (x >= kGeluSaturation) return derivative ? Bounded{1, kBelowEverything} : WithinUnits(x, 1);
  if (x <= -kGeluSaturation) return {-kBelowEverything, kBelowEverything};
  if (std::abs(x) < kGeluSeries) {
    return derivative ? WithinUnits(0.5L + 2 * kInvSqrt2Pi * x, 4) : WithinUnits(x * (0.5L + kInvSqrt2Pi * x), 4);
  }
  if (function == Function::kGeluErf) return WithinUnits(0.5L * x * std::erfc(-x * kInvSqrt2), 16 + x * x);
  if (function == Function::kGeluErfDerivative) {
    return SumWithinUnits(0.5L * std::erfc(-x * kInvSqrt2), x * (kInvSqrt2Pi * std::exp(-0.5L * x * x)), 16 + x * x);
  }
  const long double w = kSqrt8OverPi * (x + kTanhCubic * x * x * x);
  const Logistic logistic = ComputeLogistic(w);
  if (function == Function::kGeluTanh) return WithinUnits(x * logistic.of_w, 16 + 4 * std::abs(w));
  const long double w_slope = kSqrt8OverPi * (1 + 3 * kTanhCubic * x * x);
  return SumWithinUnits(logistic.of_w, logistic.of_w * logistic.of_minus_w * (x * w_slope), 16 + 8 * std::abs(w));
}

// How the hardswish functions look at x.
enum class HardswishPiece { kLower, kInner, kUpper };

HardswishPiece PieceOf(Function function, double x) {
  if (function == Function::kHardswishDerivative) {
    return x < -3 ? HardswishPiece::kLower : x > 3 ? HardswishPiece::kUpper : HardswishPiece::kInner;
  }
  return x <= -3 ? HardswishPiece::kLower : x >= 3 ? HardswishPiece::kUpper : HardswishPiece::kInner;
}

Bounded FastHardswish(Function function, double x) {
  const bool derivative = function != Function::kHardswish;
  const long double wide = x;
  switch (PieceOf(function, x)) {
    case HardswishPiece::kLower:
      return Exact(derivative ? 0.0L : -0.0L);
    case HardswishPiece::kUpper:
      return Exact(derivative ? 1.0L : wide);
    case HardswishPiece::kInner:
      return WithinUnits(derivative ? (2 * wide + 3) / 6 : wide * (wide + 3) / 6, 4);
  }
  return Exact(std::numeric_limits<long double>::quiet_NaN());
}

Bounded FastValue(Function function, double x) {
  switch (function) {
    case Function::kGeluErf:
    case Function::kGeluTanh:
    case Function::kGeluErfDerivative:
    case Function::kGeluTanhDerivative:
      return FastGelu(function, x);
    case Function::kSelu:
      if (x == 0) return Exact(x);
      return x > 0 ? WithinUnits(kLambda * x, 4) : WithinUnits(kLambdaAlpha * std::expm1(static_cast<long double>(x)), 10);
    case Function::kSeluDerivative:
      return x > 0 ? WithinUnits(kLambda, 1) : SumWithinUnits(x, kLambdaAlpha, 2);
    case Function::kHardswish:
    case Function::kHardswishDerivative:
    case Function::kHardswishDerivativeOuter:
      return FastHardswish(function, x);
  }
  return Exact(std::numeric_limits<long double>::quiet_NaN());
}

Bounded TimesGrad(double grad, const Bounded& f) {
  const long double product = grad * f.value;
  const bool exact = f.error == 0 && std::fma(static_cast<long double>(grad), f.value, -product) == 0;
  return {product, exact ? 0 : std::abs(grad) * f.error + std::abs(product) * kUnit};
}

// --- the same in MPFR ----------------------------------------------------------------------------------------------------------------

class Real {
 public:
  explicit Real(mpfr_prec_t precision) { mpfr_init2(value_, precision); }
  ~Real() { mpfr_clear(value_); }
  Real(const Real&) = delete;
  Real& operator=(const Real&) = delete;
  operator mpfr_ptr() { return value_; }
  operator mpfr_srcptr() const { return value_; }

 private:
  mpfr_t value_;
};

// MPFR keeps constants for each thread; this frees them when the thread ends.
struct ThreadCache {
  ~ThreadCache() { mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); }
};

double Round(const Real& value, Format format) {
  const mpfr_srcptr exact = value;
  if (mpfr_zero_p(exact)) return mpfr_get_d(exact, MPFR_RNDN);
  const double sign = mpfr_sgn(exact);
  const FormatTraits& traits = Traits(format);
  const int exponent = static_cast<int>(std::max<mpfr_exp_t>(mpfr_get_exp(exact) - 1, traits.min_exponent));
  const int place = exponent - traits.precision + 1;
  if (exponent > traits.max_exponent) return sign * std::numeric_limits<double>::infinity();
  Real scaled(mpfr_get_prec(exact));
  mpfr_div_2si(scaled, exact, place, MPFR_RNDN);
  mpfr_roundeven(scaled, scaled);
  const long double rounded = std::scalbn(mpfr_get_ld(scaled, MPFR_RNDN), place);
  // The sign survives an underflow, and an overflow gives infinity.
  return std::copysign(Round(rounded, format), sign);
}

// One evaluation of grad * function(x) with `precision` bits. Every term of the value is good to at least precision - 24 bits: MPFR's
// functions are correctly rounded, and with |x| <= kGeluSaturation no rounding of an argument is magnified by more than 2^16.
class Evaluation {
 public:
  Evaluation(Function function, double grad, double x, mpfr_prec_t precision)
      : precision_(precision), x_(precision), value_(precision), magnitude_(precision) {
    mpfr_set_d(x_, x, MPFR_RNDN);
    mpfr_set_zero(magnitude_, 1);
    switch (function) {
      case Function::kGeluErf:
      case Function::kGeluTanh:
      case Function::kGeluErfDerivative:
      case Function::kGeluTanhDerivative:
        SetGelu(function, x);
        break;
      case Function::kSelu:
        SetSelu(x);
        break;
      case Function::kSeluDerivative:
        SetSeluDerivative(x);
        break;
      case Function::kHardswish:
      case Function::kHardswishDerivative:
      case Function::kHardswishDerivativeOuter:
        SetHardswish(function, x);
        break;
    }
    int inexact = mpfr_mul_d(value_, value_, grad, MPFR_RNDN);
    inexact |= mpfr_div_ui(value_, value_, divisor_, MPFR_RNDN);
    mpfr_mul_d(magnitude_, magnitude_, std::abs(grad), MPFR_RNDU);
    mpfr_mul_2si(magnitude_, magnitude_, 24 - precision, MPFR_RNDU);
    if (inexact != 0) {
      Real rounding(precision_);
      mpfr_abs(rounding, value_, MPFR_RNDU);
      mpfr_mul_2si(rounding, rounding, 2 - precision, MPFR_RNDU);
      mpfr_add(magnitude_, magnitude_, rounding, MPFR_RNDU);
    }
  }

  long double Distance(long double value) const {
    Real difference(precision_);
    mpfr_set_ld(difference, value, MPFR_RNDN);
    mpfr_sub(difference, difference, value_, MPFR_RNDA);
    return std::abs(mpfr_get_ld(difference, MPFR_RNDA));
  }

  // The rounded value, if all numbers within the error bound round alike.
  bool Decides(Format format, double& rounded) const {
    Real low(precision_), high(precision_);
    mpfr_sub(low, value_, magnitude_, MPFR_RNDD);
    mpfr_add(high, value_, magnitude_, MPFR_RNDU);
    rounded = Round(value_, format);
    return Round(low, format) == Round(high, format);
  }

 private:
  // value = a + b, each inexact.
  void SetSum(const Real& a, const Real& b) {
    mpfr_add(value_, a, b, MPFR_RNDN);
    Real abs_b(precision_);
    mpfr_abs(abs_b, b, MPFR_RNDU);
    mpfr_abs(magnitude_, a, MPFR_RNDU);
    mpfr_add(magnitude_, magnitude_, abs_b, MPFR_RNDU);
  }

  // value is one inexact term.
  void SetInexact() { mpfr_abs(magnitude_, value_, MPFR_RNDU); }

  void SetGelu(Function function, double x) {
    const bool derivative = function == Function::kGeluErfDerivative || function == Function::kGeluTanhDerivative;
    if (x == 0) {
      mpfr_set_d(value_, derivative ? 0.5 : x, MPFR_RNDN);
      return;
    }
    // Beyond the saturation the functions go on in the same direction, closer to a limit that no format tells from this.
    Real clamped(precision_);
    mpfr_set_d(clamped, std::clamp(x, -kGeluSaturation, kGeluSaturation), MPFR_RNDN);
    if (x < 0) mpfr_set(x_, clamped, MPFR_RNDN);
    Real cdf(precision_), density_term(precision_);  // the derivative is their sum, the forward x * cdf
    if (function == Function::kGeluErf || function == Function::kGeluErfDerivative) {
      SetGaussian(clamped, cdf, density_term);
    } else {
      SetLogistic(clamped, cdf, density_term);
    }
    if (derivative) {
      SetSum(cdf, density_term);
    } else {
      mpfr_mul(value_, x_, cdf, MPFR_RNDN);
      SetInexact();
    }
  }

  // cdf = erfc(-x / sqrt 2) / 2, density_term = x e^(-x^2 / 2) / sqrt(2 pi)
  void SetGaussian(const Real& x, Real& cdf, Real& density_term) {
    Real t(precision_);
    mpfr_sqrt_ui(t, 2, MPFR_RNDN);
    mpfr_div(t, x, t, MPFR_RNDN);
    mpfr_neg(t, t, MPFR_RNDN);
    mpfr_erfc(cdf, t, MPFR_RNDN);
    mpfr_div_2ui(cdf, cdf, 1, MPFR_RNDN);
    mpfr_sqr(density_term, x, MPFR_RNDN);
    mpfr_div_si(density_term, density_term, -2, MPFR_RNDN);
    mpfr_exp(density_term, density_term, MPFR_RNDN);
    mpfr_mul(density_term, density_term, x, MPFR_RNDN);
    mpfr_const_pi(t, MPFR_RNDN);
    mpfr_mul_2ui(t, t, 1, MPFR_RNDN);
    mpfr_sqrt(t, t, MPFR_RNDN);
    mpfr_div(density_term, density_term, t, MPFR_RNDN);
  }

  // With w = 2 sqrt(2 / pi) (x + 0.044715 x^3): cdf = 1 / (1 + e^-w), density_term = x w' cdf (1 - cdf), where 1 - cdf = e^-w cdf.
  void SetLogistic(const Real& x, Real& cdf, Real& density_term) {
    Real factor(precision_), cubic(precision_), square(precision_), w(precision_), slope(precision_);
    mpfr_const_pi(factor, MPFR_RNDN);
    mpfr_ui_div(factor, 8, factor, MPFR_RNDN);
    mpfr_sqrt(factor, factor, MPFR_RNDN);
    mpfr_set_str(cubic, "0.044715", 10, MPFR_RNDN);
    mpfr_sqr(square, x, MPFR_RNDN);
    mpfr_mul(cubic, cubic, square, MPFR_RNDN);
    mpfr_mul_ui(slope, cubic, 3, MPFR_RNDN);
    mpfr_add_ui(slope, slope, 1, MPFR_RNDN);
    mpfr_mul(slope, slope, factor, MPFR_RNDN);
    mpfr_add_ui(w, cubic, 1, MPFR_RNDN);
    mpfr_mul(w, w, x, MPFR_RNDN);
    mpfr_mul(w, w, factor, MPFR_RNDN);
    mpfr_neg(w, w, MPFR_RNDN);
    mpfr_exp(w, w, MPFR_RNDN);
    mpfr_add_ui(cdf, w, 1, MPFR_RNDN);
    mpfr_ui_div(cdf, 1, cdf, MPFR_RNDN);
    mpfr_mul(density_term, cdf, cdf, MPFR_RNDN);
    mpfr_mul(density_term, density_term, w, MPFR_RNDN);
    mpfr_mul(density_term, density_term, slope, MPFR_RNDN);
    mpfr_mul(density_term, density_term, x, MPFR_RNDN);
  }

  void SetLambda(Real& lambda) { mpfr_set_str(lambda, "1.0507009873554804934193349852946", 10, MPFR_RNDN); }

  void SetLambdaAlpha(Real& product) {
    Real alpha(precision_);
    mpfr_set_str(alpha, "1.6732632423543772848170429916717", 10, MPFR_RNDN);
    SetLambda(product);
    mpfr_mul(product, product, alpha, MPFR_RNDN);
  }

  void SetSelu(double x) {
    Real factor(precision_);
    if (x > 0) {
      SetLambda(factor);
      mpfr_mul(value_, x_, factor, MPFR_RNDN);
    } else {
      SetLambdaAlpha(factor);
      mpfr_expm1(value_, x_, MPFR_RNDN);
      mpfr_mul(value_, value_, factor, MPFR_RNDN);
    }
    SetInexact();
  }

  void SetSeluDerivative(double x) {
    if (x > 0) {
      SetLambda(value_);
      SetInexact();
      return;
    }
    Real product(precision_);
    SetLambdaAlpha(product);
    SetSum(x_, product);
  }

  // Everything but the division, which comes last, is exact: the precision is at least kHardswishPrecision.
  void SetHardswish(Function function, double x) {
    const bool derivative = function != Function::kHardswish;
    switch (PieceOf(function, x)) {
      case HardswishPiece::kLower:
        mpfr_set_zero(value_, derivative ? 1 : -1);
        return;
      case HardswishPiece::kUpper:
        derivative ? mpfr_set_ui(value_, 1, MPFR_RNDN) : mpfr_set(value_, x_, MPFR_RNDN);
        return;
      case HardswishPiece::kInner:
        if (derivative) {
          mpfr_mul_ui(value_, x_, 2, MPFR_RNDN);
          mpfr_add_ui(value_, value_, 3, MPFR_RNDN);
        } else {
          mpfr_add_ui(value_, x_, 3, MPFR_RNDN);
          mpfr_mul(value_, value_, x_, MPFR_RNDN);
        }
        divisor_ = 6;
        return;
    }
  }

  mpfr_prec_t precision_;
  Real x_;
  Real value_;
  unsigned divisor_ = 1;
  Real magnitude_;  // sum of the absolute values of the inexact terms; in the end the error bound
};

// Enough for grad x (x + 3) of any doubles: 3 x and x^2 are up to 1075 bits apart.
constexpr mpfr_prec_t kHardswishPrecision = 1536;
constexpr mpfr_prec_t kMaxPrecision = 16384;

double PreciseRounded(Function function, double grad, double x, Format format) {
  static thread_local ThreadCache cache;
  double rounded = 0;
  const bool rational =
      function == Function::kHardswish || function == Function::kHardswishDerivative || function == Function::kHardswishDerivativeOuter;
  for (mpfr_prec_t precision = rational ? kHardswishPrecision : 128; precision <= kMaxPrecision; precision *= 2) {
    if (Evaluation(function, grad, x, precision).Decides(format, rounded)) return rounded;
  }
  LOG(ERROR) << "oracle: no decision for " << FunctionName(function) << ", grad " << grad << ", x " << x;
  std::abort();
}

}  // namespace

const std::vector<Function>& AllFunctions() {
  static const std::vector<Function>& functions = *new std::vector<Function>{Function::kGeluErf,
                                                                             Function::kGeluTanh,
                                                                             Function::kSelu,
                                                                             Function::kHardswish,
                                                                             Function::kGeluErfDerivative,
                                                                             Function::kGeluTanhDerivative,
                                                                             Function::kSeluDerivative,
                                                                             Function::kHardswishDerivative,
                                                                             Function::kHardswishDerivativeOuter};
  return functions;
}

const char* FunctionName(Function function) {
  static constexpr const char* kNames[] = {"GeluErf",
                                           "GeluTanh",
                                           "Selu",
                                           "Hardswish",
                                           "GeluErfDerivative",
                                           "GeluTanhDerivative",
                                           "SeluDerivative",
                                           "HardswishDerivative",
                                           "HardswishDerivativeOuter"};
  return kNames[static_cast<int>(function)];
}

const char* FormatName(Format format) { return Traits(format).name; }

double OracleRounded(Function function, double grad, double x, Format format) {
  if (std::isnan(x)) return function == Function::kSeluDerivative ? OracleRounded(function, grad, 1, format) : x;
  const bool hardswish_derivative = function == Function::kHardswishDerivative || function == Function::kHardswishDerivativeOuter;
  if (hardswish_derivative && PieceOf(function, x) == HardswishPiece::kLower) return 0;
  const Bounded f = FastValue(function, x);
  const Bounded result = TimesGrad(grad, f);
  if (!std::isfinite(result.value)) return static_cast<double>(result.value);
  const double rounded = Round(result.value, format);
  if (Round(result.value - result.error, format) == rounded && Round(result.value + result.error, format) == rounded) return rounded;
  return PreciseRounded(function, grad, x, format);
}

double FastPathErrorForTest(Function function, double x) {
  const Bounded fast = TimesGrad(1, FastValue(function, x));
  const long double error = Evaluation(function, 1, x, /*precision=*/256).Distance(fast.value);
  return error == 0 ? 0 : static_cast<double>(error / fast.error);
}

double RoundToFormat(double value, Format format) { return Round(static_cast<long double>(value), format); }

double UlpError(double got, double exact, Format format) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (std::isnan(got) || std::isnan(exact)) return std::isnan(got) && std::isnan(exact) ? 0 : kInfinity;
  const FormatTraits& traits = Traits(format);
  if (got == RoundToFormat(exact, format) && std::isinf(got)) return 0;
  if (std::isinf(exact)) return kInfinity;
  const long double finite_got = std::isinf(got) ? std::copysign(std::scalbn(1.0L, traits.max_exponent + 1), got) : got;
  return static_cast<double>(std::scalbn(std::abs(finite_got - exact), -LastPlace(exact, traits)));
}

}  // namespace openaclnn
