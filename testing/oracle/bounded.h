// Arithmetic that knows its error. A formula written once as
//
//   template <class R>
//   R Sigmoid(const R& x) {
//     return 1 / (1 + Exp(-x));
//   }
//
// is evaluated as `BoundedOf<F>`, in double (fastest, about 48 bits) or long double (about 60 bits)
// with a bound of its relative error. It is also evaluated as `Interval`, with ends in MPFR that
// are rounded outwards, with any precision. Operands are exact, so that comparing them decides: `x
// < 0`.
#ifndef OPENACLNN_TESTING_ORACLE_BOUNDED_H_
#define OPENACLNN_TESTING_ORACLE_BOUNDED_H_

#include <mpfr.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <type_traits>
#include <utility>

namespace openaclnn::oracle {

// A number written in decimal digits, for example the 0.044715 in the definition of a function.
class Decimal {
 public:
  explicit Decimal(const char* digits) : digits_(digits), nearest_(std::strtold(digits, nullptr)) {}
  const char* digits() const { return digits_; }
  long double nearest() const { return nearest_; }

 private:
  const char* digits_;
  long double nearest_;
};

// Stands for infinity: beyond every format, and its square is finite in long double.
inline constexpr int kInfinityExponent = 5000;

// --- floating-point types of the machine ---

template <class F>
struct Machine;
template <>
struct Machine<double> {
  static_assert(DBL_MANT_DIG == 53);
  // The largest rounding error is half of this, relative to the result.
  static constexpr double kUnit = 0x1p-52;
  // Smaller results may have lost digits to underflow.
  static constexpr double kTiny = 0x1p-1000;
};
template <>
struct Machine<long double> {
  static_assert(LDBL_MANT_DIG >= 64, "the oracle needs a long double of at least 64 bits");
  static constexpr double kUnit = 0x1p-63;
  static constexpr long double kTiny = 0x1p-16300L;
};

// More units than decide anything. Finite, so that no arithmetic with it gives NaN.
inline constexpr double kUnknown = 0x1p500;

// The real number is value (1 + e) with |e| <= units * Machine<F>::kUnit. Its sign is that of
// `value`.
template <class F>
struct BoundedOf {
  static constexpr double kUnit = Machine<F>::kUnit;

  F value;
  double units;

  // NaN is an unknown error too, and nothing is known of a value that overflowed.
  BoundedOf(F nearest, double error_units)
      : value(nearest),
        units(error_units < kUnknown && std::abs(nearest) <= std::numeric_limits<F>::max()
                  ? error_units
                  : kUnknown) {}
  BoundedOf(double exact) : BoundedOf(exact, 0) {}
  BoundedOf(int exact) : BoundedOf(exact, 0) {}
  BoundedOf(const Decimal& number) : BoundedOf(static_cast<F>(number.nearest()), 1) {}

  // An operand. An infinite one becomes a number so large that functions are as at their limit;
  // double has none, so that its value says no more than the sign.
  static BoundedOf Operand(double x) {
    if (!std::isinf(x)) [[likely]]
      return x;
    constexpr bool kHolds = std::numeric_limits<F>::max_exponent > kInfinityExponent;
    const F large = std::scalbn(F{1}, kHolds ? kInfinityExponent : 1000);
    return BoundedOf(std::copysign(large, static_cast<F>(x)), kHolds ? 0 : kUnknown);
  }

  bool lost_digits() const { return std::abs(value) < Machine<F>::kTiny; }
  bool is_zero() const { return value == 0 && units == 0; }
  // Whether the product or quotient is zero, of a sign that is known.
  bool is_zero_beside(const BoundedOf& b) const { return is_zero() && b.units < kUnknown; }

  friend BoundedOf operator-(const BoundedOf& a) { return BoundedOf(-a.value, a.units); }
  friend BoundedOf operator+(const BoundedOf& a, const BoundedOf& b) {
    const F sum = a.value + b.value;
    const double most = std::max(a.units, b.units);
    // The quotients below would tell no more.
    if (most == 0 || (most < 64 && std::signbit(a.value) == std::signbit(b.value)))
      return BoundedOf(sum, most + 1);
    if (most == kUnknown || sum == 0) return BoundedOf(sum, kUnknown);
    // The errors become larger parts of a smaller sum, smaller parts of a larger one.
    return BoundedOf(sum, static_cast<double>(std::abs(a.value / sum)) * (a.units + 1) +
                              static_cast<double>(std::abs(b.value / sum)) * (b.units + 1));
  }
  friend BoundedOf operator-(const BoundedOf& a, const BoundedOf& b) { return a + -b; }
  friend BoundedOf operator*(const BoundedOf& a, const BoundedOf& b) {
    BoundedOf product(a.value * b.value, a.units + b.units + a.units * b.units * kUnit + 1);
    if (product.lost_digits()) [[unlikely]]
      product.units = a.is_zero_beside(b) || b.is_zero_beside(a) ? 0 : kUnknown;
    return product;
  }
  friend BoundedOf operator/(const BoundedOf& a, const BoundedOf& b) {
    BoundedOf quotient(a.value / b.value,
                       b.units * kUnit < 0x1p-20 ? 1.001 * (a.units + b.units) + 1 : kUnknown);
    if (quotient.lost_digits()) [[unlikely]]
      quotient.units = a.is_zero_beside(b) ? 0 : kUnknown;
    return quotient;
  }
  friend bool operator<(const BoundedOf& a, double b) { return a.value < b; }
  friend bool operator>(const BoundedOf& a, double b) { return a.value > b; }
  friend bool operator<=(const BoundedOf& a, double b) { return a.value <= b; }
  friend bool operator>=(const BoundedOf& a, double b) { return a.value >= b; }
};

// f(a) = `value` by the C library, for whose functions glibc documents at most 5 units. `condition`
// bounds |x f'(x) / f(x)| near a: how much larger the relative error of f is than that of a.
template <class F>
BoundedOf<F> OfLibrary(F value, const BoundedOf<F>& a, F condition) {
  const double inherited = a.units == 0 ? 0 : 1.01 * static_cast<double>(condition) * a.units;
  const bool is_known = a.units < kUnknown && inherited * Machine<F>::kUnit < 0x1p-10 &&
                        std::abs(value) >= Machine<F>::kTiny;
  return BoundedOf<F>(value, is_known ? inherited + 8 : a.is_zero() && value == 0 ? 0 : kUnknown);
}
template <class F>
BoundedOf<F> Exp(const BoundedOf<F>& a) {
  return OfLibrary(std::exp(a.value), a, std::abs(a.value));
}
template <class F>
BoundedOf<F> Expm1(const BoundedOf<F>& a) {
  return OfLibrary(std::expm1(a.value), a, 1 + std::max(a.value, F{0}));
}
template <class F>
BoundedOf<F> Log1p(const BoundedOf<F>& a) {
  return OfLibrary(std::log1p(a.value), a, a.value >= F{-0.5} ? F{2} : static_cast<F>(kUnknown));
}
template <class F>
BoundedOf<F> OfLibraryLog(F value, const BoundedOf<F>& a) {
  return OfLibrary(value, a, F{1.5} / std::abs(value));
}
template <class F>
BoundedOf<F> Log(const BoundedOf<F>& a) {
  return OfLibraryLog(std::log(a.value), a);
}
template <class F>
BoundedOf<F> Log2(const BoundedOf<F>& a) {
  return OfLibraryLog(std::log2(a.value), a);
}
template <class F>
BoundedOf<F> Log10(const BoundedOf<F>& a) {
  return OfLibraryLog(std::log10(a.value), a);
}
template <class F>
BoundedOf<F> Tanh(const BoundedOf<F>& a) {
  return OfLibrary(std::tanh(a.value), a, F{1});
}
template <class F>
BoundedOf<F> Erf(const BoundedOf<F>& a) {
  return OfLibrary(std::erf(a.value), a, F{1});
}
template <class F>
BoundedOf<F> Sqrt(const BoundedOf<F>& a) {
  return OfLibrary(std::sqrt(a.value), a, F{0.5});
}
template <class F>
BoundedOf<F> Erfc(const BoundedOf<F>& a) {
  return OfLibrary(std::erfc(a.value), a,
                   std::abs(a.value) * (2 * std::max(a.value, F{0}) + F{1.2L}));
}

// --- MPFR ---

enum class Toward { kBelow, kAbove };

// The precision of this thread's computations, in bits.
inline thread_local mpfr_prec_t precision = 128;

class Real {
 public:
  Real() { mpfr_init2(value_, precision); }
  Real(const Real& other) : Real() { mpfr_set(value_, other.value_, MPFR_RNDN); }  // same precision
  Real(Real&& other) noexcept : Real() { mpfr_swap(value_, other.value_); }
  Real& operator=(Real other) {
    mpfr_swap(value_, other.value_);
    return *this;
  }
  ~Real() { mpfr_clear(value_); }
  operator mpfr_ptr() { return value_; }
  operator mpfr_srcptr() const { return value_; }

 private:
  mpfr_t value_;
};

inline mpfr_rnd_t Rounding(Toward toward) {
  return toward == Toward::kBelow ? MPFR_RNDD : MPFR_RNDU;
}

// The result of an MPFR function: function(result, arguments..., rounding).
template <class Function, class... Arguments>
Real Rounded(Toward toward, Function function, const Arguments&... arguments) {
  Real result;
  function(result, arguments..., Rounding(toward));
  return result;
}

inline bool IsZero(const Real& a) { return mpfr_zero_p(static_cast<mpfr_srcptr>(a)); }
inline bool IsNegative(const Real& a) { return mpfr_signbit(static_cast<mpfr_srcptr>(a)); }
inline Real FromDouble(double value) { return Rounded(Toward::kBelow, mpfr_set_d, value); }
inline Real Negative(const Real& a) { return Rounded(Toward::kBelow, mpfr_neg, a); }
inline Real Add(Toward toward, const Real& a, const Real& b) {
  Real sum = Rounded(toward, mpfr_add, a, b);
  // An exact zero has the sign that rounding to nearest gives it, as in IEEE arithmetic.
  if (IsZero(sum)) mpfr_add(sum, a, b, MPFR_RNDN);
  return sum;
}
// Of ends that are not negative. Infinite ends stand for large numbers, so that 0 times one is 0.
inline Real Multiply(Toward toward, const Real& a, const Real& b) {
  return IsZero(a) || IsZero(b) ? FromDouble(0) : Rounded(toward, mpfr_mul, a, b);
}
inline Real Divide(Toward toward, const Real& a, const Real& b) {
  return IsZero(a) ? FromDouble(0) : Rounded(toward, mpfr_div, a, b);
}

// All numbers from `low` to `high`. A product that is zero has the sign that IEEE arithmetic gives
// it.
struct Interval {
  Real low, high;

  Interval(Real low_end, Real high_end) : low(std::move(low_end)), high(std::move(high_end)) {}
  Interval(double exact) : low(FromDouble(exact)), high(low) {}
  Interval(int exact) : Interval(static_cast<double>(exact)) {}
  Interval(const Decimal& number) {
    mpfr_set_str(low, number.digits(), 10, MPFR_RNDD);
    mpfr_set_str(high, number.digits(), 10, MPFR_RNDU);
  }

  static Interval Operand(double x) {
    if (!std::isinf(x)) return x;
    Interval large(std::copysign(1.0, x));
    mpfr_mul_2si(large.low, large.low, kInfinityExponent, MPFR_RNDN);
    large.high = large.low;
    return large;
  }
};

inline Interval operator-(const Interval& a) { return Interval(Negative(a.high), Negative(a.low)); }
inline Interval operator+(const Interval& a, const Interval& b) {
  return Interval(Add(Toward::kBelow, a.low, b.low), Add(Toward::kAbove, a.high, b.high));
}
inline Interval operator-(const Interval& a, const Interval& b) { return a + -b; }
inline Interval operator*(const Interval& a, const Interval& b) {
  if (IsNegative(a.high)) return -(-a * b);
  if (IsNegative(b.high)) return -(a * -b);
  if (IsNegative(a.low) && !IsNegative(b.low)) return b * a;
  // Now a is not negative, or both hold numbers of either sign.
  const Real above = Multiply(Toward::kAbove, a.high, b.high);
  if (!IsNegative(b.low)) return Interval(Multiply(Toward::kBelow, a.low, b.low), above);
  const Real below = Negative(Multiply(Toward::kAbove, a.high, Negative(b.low)));
  if (!IsNegative(a.low)) return Interval(below, above);
  const Real below_too = Negative(Multiply(Toward::kAbove, Negative(a.low), b.high));
  const Real above_too = Multiply(Toward::kAbove, Negative(a.low), Negative(b.low));
  return Interval(Rounded(Toward::kBelow, mpfr_min, below, below_too),
                  Rounded(Toward::kAbove, mpfr_max, above, above_too));
}
// A quotient by an interval that holds zero is NaN, which decides nothing.
inline Interval operator/(const Interval& a, const Interval& b) {
  if (IsNegative(b.high)) return -(a / -b);
  if (IsNegative(b.low) || IsZero(b.low)) return std::numeric_limits<double>::quiet_NaN();
  if (IsNegative(a.high)) return -(-a / b);
  const Real low = IsNegative(a.low) ? Negative(Divide(Toward::kAbove, Negative(a.low), b.low))
                                     : Divide(Toward::kBelow, a.low, b.high);
  return Interval(low, Divide(Toward::kAbove, a.high, b.low));
}
// Whether all numbers are.
inline bool operator<(const Interval& a, double b) { return mpfr_cmp_d(a.high, b) < 0; }
inline bool operator>(const Interval& a, double b) { return mpfr_cmp_d(a.low, b) > 0; }
inline bool operator<=(const Interval& a, double b) { return mpfr_cmp_d(a.high, b) <= 0; }
inline bool operator>=(const Interval& a, double b) { return mpfr_cmp_d(a.low, b) >= 0; }

// Of a function that increases.
template <class Function>
Interval Increasing(const Interval& a, Function f) {
  return Interval(Rounded(Toward::kBelow, f, a.low), Rounded(Toward::kAbove, f, a.high));
}
inline Interval Exp(const Interval& a) { return Increasing(a, mpfr_exp); }
inline Interval Expm1(const Interval& a) { return Increasing(a, mpfr_expm1); }
inline Interval Log1p(const Interval& a) { return Increasing(a, mpfr_log1p); }
inline Interval Log(const Interval& a) { return Increasing(a, mpfr_log); }
inline Interval Log2(const Interval& a) { return Increasing(a, mpfr_log2); }
inline Interval Log10(const Interval& a) { return Increasing(a, mpfr_log10); }
inline Interval Tanh(const Interval& a) { return Increasing(a, mpfr_tanh); }
inline Interval Erf(const Interval& a) { return Increasing(a, mpfr_erf); }
inline Interval Sqrt(const Interval& a) { return Increasing(a, mpfr_sqrt); }
inline Interval Erfc(const Interval& a) {
  return Interval(Rounded(Toward::kBelow, mpfr_erfc, a.high),
                  Rounded(Toward::kAbove, mpfr_erfc, a.low));
}

// --- both ---

// An operand, moved into [least, most].
template <class R>
R Clamp(const R& x, double least, double most) {
  return x < least ? R(least) : x > most ? R(most) : x;
}

// A number that a formula computes from nothing but constants, once for all evaluations that are
// not in MPFR:
//   const R root = Constant<R>([] { return Sqrt(R(2)); });
template <class R, class Make>
R Constant(const Make& make) {
  if constexpr (!std::is_same_v<R, Interval>) {
    static const R value = make();
    return value;
  } else {
    return make();
  }
}

// f(x) for x in [least, most], beyond them f(least) and f(most).
template <class R, class F>
R Saturate(const R& x, double least, double most, const F& f) {
  if (x < least) return Constant<R>([&] { return f(R(least)); });
  if (x > most) return Constant<R>([&] { return f(R(most)); });
  return f(x);
}

template <class R>
R Pi() {
  if constexpr (!std::is_same_v<R, Interval>) {
    return R(3.14159265358979323846264338327950288L, 1);
  } else {
    return R(Rounded(Toward::kBelow, mpfr_const_pi), Rounded(Toward::kAbove, mpfr_const_pi));
  }
}

}  // namespace openaclnn::oracle

#endif  // OPENACLNN_TESTING_ORACLE_BOUNDED_H_
