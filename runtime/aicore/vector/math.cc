#include "runtime/aicore/vector/math.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "runtime/aicore/vector/half.h"
#include "runtime/aicore/vector/scalars.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {
namespace {

// --- in double, with relative errors far below float's last digit ---

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kLog2E = 0x1.71547652b82fep+0;
constexpr double kLog10E = 0x1.bcb7b1526e50ep-2;
constexpr double kHalfPi = 0x1.921fb54442d18p+0;
constexpr double kLn2 = 0x1.62e42fefa39efp-1;
// The sum is ln 2; products of the first and an exponent are exact.
constexpr double kLn2High = 0x1.62e42feep-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;

// (e^r - 1) for |r| <= 0.35, the sum of r^n / n!.
double Expm1Series(double r) {
  double sum = 0;
  for (int n = 14; n >= 1; --n) sum = (1 + sum) * r / n;
  return sum;
}

double Exp(double x) {
  if (std::isnan(x)) return x;
  x = std::clamp(x, -800.0, 800.0);  // far beyond what float holds
  const double k = std::nearbyint(x * kLog2E);
  const double r = x - k * kLn2High - k * kLn2Low;
  return std::ldexp(1 + Expm1Series(r), static_cast<int>(k));
}

double Exp2(double y) {
  if (std::isnan(y)) return y;
  y = std::clamp(y, -1200.0, 1200.0);
  const double k = std::nearbyint(y);
  return std::ldexp(1 + Expm1Series((y - k) * kLn2), static_cast<int>(k));
}

double Expm1(double x) { return std::abs(x) < 0.35 ? Expm1Series(x) : Exp(x) - 1; }

// 2 atanh(s) for |s| < 0.18, the sum of 2 s^n / n for odd n.
double TwoAtanhSeries(double s) {
  const double s2 = s * s;
  double sum = 0;
  for (int n = 23; n >= 1; n -= 2) sum = sum * s2 + 1.0 / n;
  return 2 * s * sum;
}

// x = m 2^e with sqrt(1/2) < m < sqrt(2): the logarithm of m, and e. 0 < x < infinity.
double SplitLog(double x, int& e) {
  double m = std::frexp(x, &e);
  if (m < 0x1.6a09e667f3bcdp-1) {
    m *= 2;
    --e;
  }
  return TwoAtanhSeries((m - 1) / (m + 1));
}

// What all logarithms make of numbers without one; false for the others.
bool HasNoLog(double x, double& result) {
  if (x > 0 && x < kInfinity) return false;
  result = x == 0 ? -kInfinity : x == kInfinity ? x : kNaN;
  return true;
}

double Log(double x) {
  double result;
  if (HasNoLog(x, result)) return result;
  int e;
  const double log = SplitLog(x, e);
  return e * kLn2High + (e * kLn2Low + log);
}

double Log2(double x) {
  double result;
  if (HasNoLog(x, result)) return result;
  int e;
  const double log = SplitLog(x, e);
  return e + log * kLog2E;
}

double Log10(double x) { return Log(x) * kLog10E; }

double Log1p(double u) { return std::abs(u) < 0.3 ? TwoAtanhSeries(u / (2 + u)) : Log(1 + u); }

double Sigmoid(double x) { return 1 / (1 + Exp(-x)); }

double Sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
double Ceil(double x) { return std::ceil(x); }
double Floor(double x) { return std::floor(x); }
double Round(double x) { return std::nearbyint(x); }
double Trunc(double x) { return std::trunc(x); }

// x - k pi / 2 with |x - k pi / 2| <= pi / 4, and k mod 4. x is a float: m 2^e, m of 24 bits. Times
// 2 / pi, only the digits below 4 matter; 128 of them are multiplied.
double Reduce(double x, int& quadrant) {
  quadrant = 0;
  if (std::abs(x) <= kHalfPi / 2) return x;
  // 2 / pi, beginning behind the point.
  constexpr uint64_t kTwoOverPi[] = {0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
                                     0xfe5163abdebbc561, 0xb7246e3a424dd2e0};
  __extension__ using Wide = unsigned __int128;
  int e;
  const double fraction = std::frexp(std::abs(x), &e);
  const auto m = static_cast<uint64_t>(std::ldexp(fraction, 24));
  e -= 24;
  // The digit of 2 / pi worth 2^-first, times m 2^e, is the first below 4.
  const int first = std::max(e - 2, 0);
  const auto word = static_cast<size_t>(first / 64);
  const int shift = first % 64;
  const auto digits = [&](size_t i) {
    return shift == 0 ? kTwoOverPi[i] : kTwoOverPi[i] << shift | kTwoOverPi[i + 1] >> (64 - shift);
  };
  Wide window = Wide{digits(word)} << 64 | digits(word + 1);
  if (e < 2) window >>= 2 - e;
  // In units of 2^-126; what exceeds 4 wraps around.
  const Wide product = window * m;
  quadrant = static_cast<int>(product >> 126);
  auto rest = product & ((Wide{1} << 126) - 1);
  bool negative = false;
  if (rest >> 125 != 0) {
    rest = (Wide{1} << 126) - rest;
    negative = true;
    ++quadrant;
  }
  double r = std::ldexp(static_cast<double>(rest), -126) * kHalfPi;
  if (negative) r = -r;
  if (x < 0) {
    r = -r;
    quadrant = -quadrant;
  }
  quadrant &= 3;
  return r;
}

// |r| <= pi / 4, the sums of r^n / n!.
double SinSeries(double r) {
  const double r2 = r * r;
  double sum = 1;
  for (int n = 16; n >= 2; n -= 2) sum = 1 - sum * r2 / (n * (n + 1));
  return r * sum;
}
double CosSeries(double r) {
  const double r2 = r * r;
  double sum = 1;
  for (int n = 17; n >= 1; n -= 2) sum = 1 - sum * r2 / (n * (n + 1));
  return sum;
}

// The sine `quarters` quarter turns farther.
double SinFrom(double x, int quarters) {
  if (!std::isfinite(x)) return kNaN;
  int quadrant;
  const double r = Reduce(x, quadrant);
  quadrant = (quadrant + quarters) & 3;
  const double value = quadrant % 2 == 0 ? SinSeries(r) : CosSeries(r);
  return quadrant < 2 ? value : -value;
}
double Sin(double x) { return SinFrom(x, 0); }
double Cos(double x) { return SinFrom(x, 1); }
double Tan(double x) { return Sin(x) / Cos(x); }

// Of the nearest eighth c: atan t = atan c + atan((t - c) / (1 + t c)).
double Atan(double x) {
  constexpr double kAtanOfEighths[] = {
      0,
      0x1.fd5ba9aac2f6ep-4,
      0x1.f5b75f92c80ddp-3,
      0x1.6f61941e4def1p-2,
      0x1.dac670561bb4fp-2,
      0x1.1e00babdefeb4p-1,
      0x1.4978fa3269ee1p-1,
      0x1.700a7c5784634p-1,
      0x1.921fb54442d18p-1,
  };
  if (std::isnan(x)) return x;
  const double a = std::abs(x);
  const double t = a > 1 ? 1 / a : a;
  const double eighths = std::nearbyint(8 * t);
  const double c = eighths / 8;
  const double u = (t - c) / (1 + t * c);
  const double u2 = u * u;
  double sum = 0;
  for (int n = 15; n >= 1; n -= 2) sum = 1.0 / n - sum * u2;
  const double angle = kAtanOfEighths[static_cast<size_t>(eighths)] + u * sum;
  return std::copysign(a > 1 ? kHalfPi - angle : angle, x);
}

// Where |x| > 1 the root is NaN.
double Asin(double x) { return Atan(x / std::sqrt((1 - x) * (1 + x))); }
double Acos(double x) { return 2 * Atan(std::sqrt((1 - x) / (1 + x))); }

double Sinh(double x) {
  const double m = Expm1(std::abs(x));
  return std::copysign(m < kInfinity ? (m + m / (m + 1)) / 2 : m, x);
}
double Cosh(double x) {
  const double e = Exp(std::abs(x));
  return (e + 1 / e) / 2;
}
double Asinh(double x) {
  const double a = std::abs(x);
  if (a > 0x1p60) return std::copysign(Log(a) + kLn2, x);
  return std::copysign(Log1p(a + a * a / (1 + std::sqrt(1 + a * a))), x);
}
double Acosh(double x) {
  if (x < 1) return kNaN;
  if (x > 0x1p60) return Log(x) + kLn2;
  const double t = x - 1;
  return Log1p(t + std::sqrt(t * (2 + t)));
}
double Atanh(double x) {
  const double a = std::abs(x);
  if (a > 1) return kNaN;
  return std::copysign(Log1p(2 * a / (1 - a)) / 2, x);
}

double Erfc(double x) {
  if (std::isnan(x)) return x;
  const double a = std::abs(x);
  const double a2 = a * a;
  constexpr double kInverseRootPi = 0x1.20dd750429b6dp-1;
  double result;
  if (a < 2) {
    // erf a = 2 / sqrt(pi) e^(-a^2) times the sum of 2^n a^(2n+1) / (1 3 5 ... (2n+1)).
    double sum = 1;
    for (int n = 45; n >= 1; --n) sum = 1 + sum * 2 * a2 / (2 * n + 1);
    result = 1 - 2 * kInverseRootPi * Exp(-a2) * a * sum;
  } else if (a < 30) {
    // The continued fraction of a sqrt(pi) e^(a^2) erfc a.
    double fraction = 1;
    for (int n = 80; n >= 1; --n) fraction = 1 + n / (2 * a2) / fraction;
    result = Exp(-a2) * kInverseRootPi / a / fraction;
  } else {
    result = 0;
  }
  return x < 0 ? 2 - result : result;
}

double Power(double a, double b) {
  if (b == 0 || a == 1) return 1;
  if (std::isnan(a) || std::isnan(b)) return kNaN;
  const double magnitude = std::abs(a);
  const bool is_integer = std::isfinite(b) && b == std::trunc(b);
  const bool is_odd = is_integer && std::fmod(b, 2) != 0;
  double result;
  if (std::isinf(b)) {
    result = magnitude == 1 ? 1 : (magnitude > 1) == (b > 0) ? kInfinity : 0;
  } else if (magnitude == 0 || std::isinf(magnitude)) {
    result = (magnitude == 0) == (b < 0) ? kInfinity : 0;
  } else {
    if (a < 0 && !is_integer) return kNaN;
    result = Exp2(b * Log2(magnitude));
  }
  return std::signbit(a) && is_odd ? -result : result;
}

int32_t Power(int32_t a, int32_t b) {
  if (b < 0) {
    if (a == 1) return 1;
    if (a == -1) return b % 2 == 0 ? 1 : -1;
    return 0;
  }
  uint32_t result = 1;
  auto square = static_cast<uint32_t>(a);
  for (; b != 0; b >>= 1, square *= square) {
    if ((b & 1) != 0) result *= square;
  }
  return static_cast<int32_t>(result);
}

// --- arrays ---

template <typename T, double (*kFunction)(double)>
void Map(void* dst, const void* src, const void*, size_t count, bool saturate) {
  for (size_t i = 0; i < count; ++i)
    Put(dst, i, Rounded<T>(kFunction(Wide(Load<T>(src, i))), saturate));
}

template <typename T>
void Swish(void* dst, const void* src, const void* scalar, size_t count, bool saturate) {
  const double beta = Wide(Load<T>(scalar, 0));
  for (size_t i = 0; i < count; ++i) {
    const double x = Wide(Load<T>(src, i));
    Put(dst, i, Rounded<T>(x / (1 + Exp(-beta * x)), saturate));
  }
}

template <typename T, PowerForm kForm>
void Powers(void* dst, const void* src0, const void* src1, size_t count, bool saturate) {
  for (size_t i = 0; i < count; ++i) {
    const T a = Load<T>(src0, kForm == PowerForm::kScalarBase ? 0 : i);
    const T b = Load<T>(src1, kForm == PowerForm::kScalarExponent ? 0 : i);
    if constexpr (std::is_integral_v<T>) {
      Put(dst, i, Power(a, b));
    } else {
      Put(dst, i, Rounded<T>(Power(Wide(a), Wide(b)), saturate));
    }
  }
}

template <typename T>
ArrayFunction PowersOfType(PowerForm form) {
  constexpr ArrayFunction kForms[] = {&Powers<T, PowerForm::kTensors>,
                                      &Powers<T, PowerForm::kScalarExponent>,
                                      &Powers<T, PowerForm::kScalarBase>};
  return kForms[static_cast<size_t>(form)];
}

template <typename T, bool kSubtracts>
void AddRelu(void* dst, const void* src0, const void* src1, size_t count, bool saturate) {
  for (size_t i = 0; i < count; ++i) {
    const T a = Load<T>(src0, i), b = Load<T>(src1, i);
    if constexpr (std::is_integral_v<T>) {
      const auto x = static_cast<uint64_t>(a), y = static_cast<uint64_t>(b);
      Put(dst, i, std::max(static_cast<T>(kSubtracts ? x - y : x + y), T(0)));
    } else if constexpr (std::is_same_v<T, float>) {
      // In float: what double rounds to may be half way between two floats.
      Put(dst, i, Rounded<T>(Rectified(kSubtracts ? a - b : a + b), saturate));
    } else {
      const double sum = kSubtracts ? Wide(a) - Wide(b) : Wide(a) + Wide(b);
      Put(dst, i, Rounded<T>(Rectified(sum), saturate));
    }
  }
}

template <typename T>
void LeakyRelu(void* dst, const void* src, const void* scalar, size_t count, bool saturate) {
  const double slope = Wide(Load<T>(scalar, 0));
  for (size_t i = 0; i < count; ++i) {
    const double x = Wide(Load<T>(src, i));
    Put(dst, i, Rounded<T>(x > 0 ? x : x * slope, saturate));  // the product is exact
  }
}

// a b + c. In double the product of two halves is exact. Added to a half the sum is exact, or so
// far from a tie that rounding it twice does no harm; with a float, fma rounds once.
template <typename To, typename From>
void MulAdd(MulAddOp op, void* dst, const void* src0, const void* src1, size_t count,
            bool saturate) {
  for (size_t i = 0; i < count; ++i) {
    const double x = Wide(Load<From>(src0, i)), y = Wide(Load<From>(src1, i));
    const double d = Wide(Load<To>(dst, i));
    const double factor = op == MulAddOp::kMulAddDst ? y : d;
    const double addend = op == MulAddOp::kMulAddDst ? d : y;
    double sum;
    if constexpr (std::is_same_v<To, float>) {
      sum = std::fma(static_cast<float>(x), static_cast<float>(factor), static_cast<float>(addend));
    } else {
      sum = x * factor + addend;
    }
    Put(dst, i, Rounded<To>(op == MulAddOp::kFusedMulAddRelu ? Rectified(sum) : sum, saturate));
  }
}

template <typename To, typename From, MulAddOp kOp>
void MulAdd(void* dst, const void* src0, const void* src1, size_t count, bool saturate) {
  MulAdd<To, From>(kOp, dst, src0, src1, count, saturate);
}

template <typename To, typename From>
ArrayFunction MulAddOfType(MulAddOp op) {
  constexpr ArrayFunction kOps[] = {&MulAdd<To, From, MulAddOp::kMulAddDst>,
                                    &MulAdd<To, From, MulAddOp::kFusedMulAdd>,
                                    &MulAdd<To, From, MulAddOp::kFusedMulAddRelu>};
  return kOps[static_cast<size_t>(op)];
}

template <typename T>
ArrayFunction MapOfType(MathOp op) {
  constexpr ArrayFunction kFunctions[] = {
#define OPENACLNN_MATH_MAP(name, half, float_parts) &Map<T, &name>,
      OPENACLNN_MATH_FUNCTIONS(OPENACLNN_MATH_MAP)
#undef OPENACLNN_MATH_MAP
  };
  return kFunctions[static_cast<size_t>(op)];
}

// of_half or of_float, by the type; null for others.
ArrayFunction OfFloats(Element type, ArrayFunction of_half, ArrayFunction of_float) {
  return type == Element::kHalf ? of_half : type == Element::kFloat ? of_float : nullptr;
}

}  // namespace

ArrayFunction FindMath(MathOp op, Element type) {
  return OfFloats(type, MapOfType<Half>(op), MapOfType<float>(op));
}

ArrayFunction FindSwish(Element type) { return OfFloats(type, &Swish<Half>, &Swish<float>); }

ArrayFunction FindPower(PowerForm form, Element type) {
  if (type == Element::kInt32) return PowersOfType<int32_t>(form);
  return OfFloats(type, PowersOfType<Half>(form), PowersOfType<float>(form));
}

ArrayFunction FindAddRelu(bool subtracts, Element type) {
  const auto of = [subtracts]<typename T>(T) -> ArrayFunction {
    return subtracts ? &AddRelu<T, true> : &AddRelu<T, false>;
  };
  if (type == Element::kInt16) return of(int16_t());
  if (type == Element::kInt64) return of(int64_t());
  return OfFloats(type, of(Half()), of(float()));
}

ArrayFunction FindLeakyRelu(Element type) {
  return OfFloats(type, &LeakyRelu<Half>, &LeakyRelu<float>);
}

ArrayFunction FindMulAdd(MulAddOp op, Element dst_type, Element src_type) {
  if (dst_type == Element::kFloat && src_type == Element::kHalf)
    return op == MulAddOp::kMulAddDst ? &MulAdd<float, Half, MulAddOp::kMulAddDst> : nullptr;
  if (dst_type != src_type) return nullptr;
  return OfFloats(dst_type, MulAddOfType<Half, Half>(op), MulAddOfType<float, float>(op));
}

}  // namespace openaclnn::aicore::vector
