// The library functions against MPFR: all numbers of half, and many of float, within 1 ULP.
#include "runtime/aicore/vector/math.h"

#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "runtime/aicore/vector/half.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// A function of MPFR, rounded to 120 bits; its value is given as a double and what that leaves out.
class Exact {
 public:
  using Function = int (*)(mpfr_t, const mpfr_t, mpfr_rnd_t);
  Exact() {
    mpfr_init2(x_, 64);
    mpfr_init2(y_, 120);
    mpfr_init2(b_, 64);
  }
  Exact(const Exact&) = delete;
  Exact& operator=(const Exact&) = delete;
  ~Exact() {
    mpfr_clear(x_);
    mpfr_clear(y_);
    mpfr_clear(b_);
  }
  void Apply(Function function, double x) {
    mpfr_set_d(x_, x, MPFR_RNDN);
    function(y_, x_, MPFR_RNDN);
  }
  void Power(double a, double b) {
    mpfr_set_d(x_, a, MPFR_RNDN);
    mpfr_set_d(b_, b, MPFR_RNDN);
    mpfr_pow(y_, x_, b_, MPFR_RNDN);
  }
  // x / (1 + e^(-beta x)), or without the x on top.
  void Sigmoid(double x, double beta, bool times_x) {
    mpfr_set_d(x_, -x, MPFR_RNDN);
    mpfr_mul_d(y_, x_, beta, MPFR_RNDN);
    mpfr_exp(y_, y_, MPFR_RNDN);
    mpfr_add_ui(y_, y_, 1, MPFR_RNDN);
    mpfr_d_div(y_, times_x ? x : 1, y_, MPFR_RNDN);
  }
  double value() const { return mpfr_get_d(y_, MPFR_RNDN); }

  // In units of the last place of a type with that many digits and that smallest exponent. A finite
  // number beyond `largest` may be infinity.
  double UlpError(double got, int digits, int least, double largest) {
    if (mpfr_nan_p(y_) != 0 || std::isnan(got))
      return mpfr_nan_p(y_) != 0 && std::isnan(got) ? 0 : 1e9;
    if (mpfr_inf_p(y_) != 0) return got == value() ? 0 : 1e9;
    if (std::isinf(got)) return std::abs(value()) > largest && value() * got > 0 ? 0 : 1e9;
    const int exponent =
        mpfr_zero_p(y_) != 0 ? least : std::max<int>(static_cast<int>(mpfr_get_exp(y_)) - 1, least);
    mpfr_sub_d(y_, y_, got, MPFR_RNDN);
    return std::abs(std::ldexp(mpfr_get_d(y_, MPFR_RNDN), digits - 1 - exponent));
  }

 private:
  mpfr_t x_, y_, b_;
};

template <typename T>
double UlpError(Exact& exact, T got) {
  if constexpr (std::is_same_v<T, float>) {
    return exact.UlpError(got, 24, -126, 0x1.fffffep127);
  } else {
    return exact.UlpError(static_cast<float>(got), 11, -14, 65504);
  }
}

std::vector<Half> EveryHalf() {
  std::vector<Half> x;
  for (uint32_t bits = 0; bits < 0x10000; ++bits)
    x.push_back(Half::FromBits(static_cast<uint16_t>(bits)));
  return x;
}

// All magnitudes, with those of the functions' domains more often.
std::vector<float> ManyFloats() {
  std::vector<float> x;
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i)
    x.push_back(std::bit_cast<float>(static_cast<uint32_t>(random())));
  for (const float range : {1.0f, 1.5f, 12.0f, 100.0f}) {
    std::uniform_real_distribution<float> uniform(-range, range);
    for (int i = 0; i < 10000; ++i) x.push_back(uniform(random));
  }
  // Near 1, where logarithms and inverse functions are steep or small, near multiples of pi / 2,
  // and where results become infinite or subnormal.
  for (int i = -300; i <= 300; ++i) {
    x.push_back(1.0f + static_cast<float>(i) * 0x1p-23f);
    x.push_back(-1.0f + static_cast<float>(i) * 0x1p-23f);
    x.push_back(static_cast<float>(i * 1.5707963267948966));
    x.push_back(static_cast<float>(i * 1.5707963267948966e5));
    x.push_back(88.7f + static_cast<float>(i) * 0.01f);
    x.push_back(9.5f + static_cast<float>(i) * 0.005f);
  }
  // Of all floats, those nearest to multiples of pi / 2.
  for (const float special :
       {0x1.37fc5p+76f, 0x1.6ac5b2p+115f, 0x1.5706bap+56f, 0.0f, -0.0f,
        std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
        std::numeric_limits<float>::quiet_NaN()})
    x.push_back(special);
  return x;
}

template <typename T, class Apply>
double WorstUlp(ArrayFunction function, const std::vector<T>& x, const Apply& apply) {
  Exact exact;
  std::vector<T> got(x.size());
  function(got.data(), x.data(), nullptr, x.size(), false);
  double worst = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    apply(exact, static_cast<double>(static_cast<float>(x[i])));
    const double ulp = UlpError(exact, got[i]);
    if (ulp > 1)
      ADD_FAILURE() << static_cast<float>(x[i]) << " gives " << static_cast<float>(got[i])
                    << ", not " << exact.value();
    if (ulp > 1) return ulp;
    worst = std::max(worst, ulp);
  }
  return worst;
}

template <class Apply>
void CheckFunction(const char* name, MathOp op, const Apply& apply) {
  SCOPED_TRACE(name);
  EXPECT_LE(WorstUlp(FindMath(op, Element::kHalf), EveryHalf(), apply), 0.5001);
  EXPECT_LE(WorstUlp(FindMath(op, Element::kFloat), ManyFloats(), apply), 0.5001);
}

TEST(MathTest, FunctionsOfMpfr) {
  const auto check = [](const char* name, MathOp op, Exact::Function function) {
    CheckFunction(name, op, [function](Exact& exact, double x) { exact.Apply(function, x); });
  };
  check("Log", MathOp::kLog, mpfr_log);
  check("Log2", MathOp::kLog2, mpfr_log2);
  check("Log10", MathOp::kLog10, mpfr_log10);
  check("Sin", MathOp::kSin, mpfr_sin);
  check("Cos", MathOp::kCos, mpfr_cos);
  check("Tan", MathOp::kTan, mpfr_tan);
  check("Asin", MathOp::kAsin, mpfr_asin);
  check("Acos", MathOp::kAcos, mpfr_acos);
  check("Atan", MathOp::kAtan, mpfr_atan);
  check("Sinh", MathOp::kSinh, mpfr_sinh);
  check("Cosh", MathOp::kCosh, mpfr_cosh);
  check("Asinh", MathOp::kAsinh, mpfr_asinh);
  check("Acosh", MathOp::kAcosh, mpfr_acosh);
  check("Atanh", MathOp::kAtanh, mpfr_atanh);
  check("Erfc", MathOp::kErfc, mpfr_erfc);
}

TEST(MathTest, Sigmoid) {
  CheckFunction("Sigmoid", MathOp::kSigmoid,
                [](Exact& exact, double x) { exact.Sigmoid(x, 1, false); });
}

template <typename T>
void CheckSwish(const std::vector<T>& x, float beta) {
  const T scalar(beta);
  std::vector<T> got(x.size());
  FindSwish(ElementOf<T>())(got.data(), x.data(), &scalar, x.size(), false);
  Exact exact;
  for (size_t i = 0; i < x.size(); ++i) {
    exact.Sigmoid(static_cast<float>(x[i]), static_cast<float>(scalar), true);
    ASSERT_LE(UlpError(exact, got[i]), 0.5001) << static_cast<float>(x[i]);
  }
}

TEST(MathTest, Swish) {
  for (const float beta : {1.0f, 1.702f, -0.5f}) {
    CheckSwish(EveryHalf(), beta);
    CheckSwish(ManyFloats(), beta);
  }
}

template <typename T>
void CheckExact(const std::vector<T>& x) {
  const auto check = [&](MathOp op, double (*want)(double)) {
    std::vector<T> got(x.size());
    FindMath(op, ElementOf<T>())(got.data(), x.data(), nullptr, x.size(), false);
    for (size_t i = 0; i < x.size(); ++i) {
      const double expected = want(static_cast<float>(x[i]));
      if (std::isnan(expected)) {
        ASSERT_TRUE(std::isnan(static_cast<float>(got[i])));
      } else {
        ASSERT_EQ(static_cast<float>(got[i]), expected);
        ASSERT_EQ(std::signbit(static_cast<float>(got[i])), std::signbit(expected));
      }
    }
  };
  check(MathOp::kCeil, [](double v) { return std::ceil(v); });
  check(MathOp::kFloor, [](double v) { return std::floor(v); });
  check(MathOp::kRound, [](double v) { return std::nearbyint(v); });
  check(MathOp::kTrunc, [](double v) { return std::trunc(v); });
  check(MathOp::kSign, [](double v) { return v > 0 ? 1.0 : v < 0 ? -1.0 : 0.0; });
}

TEST(MathTest, Integers) {
  CheckExact(EveryHalf());
  CheckExact(ManyFloats());
}

template <typename T>
void CheckPower(const std::vector<T>& a, const std::vector<T>& b) {
  std::vector<T> got(a.size());
  FindPower(PowerForm::kTensors, ElementOf<T>())(got.data(), a.data(), b.data(), a.size(), false);
  Exact exact;
  for (size_t i = 0; i < a.size(); ++i) {
    exact.Power(static_cast<float>(a[i]), static_cast<float>(b[i]));
    ASSERT_LE(UlpError(exact, got[i]), 0.5001)
        << static_cast<float>(a[i]) << " ^ " << static_cast<float>(b[i]);
  }
}

template <typename T>
void CheckPowers() {
  std::mt19937 random(2);
  std::vector<T> a, b;
  for (int i = 0; i < 60000; ++i) {
    const float base = static_cast<float>(std::exp2(std::ldexp(random(), -28) - 8));
    a.push_back(static_cast<T>(i % 3 == 0 ? -base : base));
    b.push_back(i % 3 == 0 ? static_cast<T>(static_cast<int>(random() % 41) - 20)
                           : static_cast<T>(std::ldexp(random(), -27) - 16));
  }
  const float special[] = {0.0f,
                           -0.0f,
                           1.0f,
                           -1.0f,
                           0.5f,
                           -0.5f,
                           2.0f,
                           -2.0f,
                           3.0f,
                           -3.0f,
                           1e4f,
                           static_cast<float>(kInfinity),
                           static_cast<float>(-kInfinity),
                           static_cast<float>(kNaN)};
  for (const float x : special) {
    for (const float y : special) {
      a.push_back(static_cast<T>(x));
      b.push_back(static_cast<T>(y));
    }
  }
  CheckPower(a, b);
}

TEST(MathTest, Power) {
  CheckPowers<float>();
  CheckPowers<Half>();
}

TEST(MathTest, PowerOfIntegers) {
  const std::vector<int32_t> a = {2, -3, 7, 0, 0, 5, 1, -1, -1, 0, 65537};
  const std::vector<int32_t> b = {10, 3, 0, 0, 4, -1, -7, -3, -4, -1, 2};
  const std::vector<int32_t> want = {1024, -27, 1, 1, 0, 0, 1, -1, 1, 0, 131073};
  std::vector<int32_t> got(a.size());
  FindPower(PowerForm::kTensors, Element::kInt32)(got.data(), a.data(), b.data(), a.size(), false);
  EXPECT_EQ(got, want);
  const int32_t three = 3;
  FindPower(PowerForm::kScalarExponent, Element::kInt32)(got.data(), a.data(), &three, 3, false);
  EXPECT_EQ(got[2], 343);
  FindPower(PowerForm::kScalarBase, Element::kInt32)(got.data(), &three, b.data(), 2, false);
  EXPECT_EQ(got[0], 59049);
}

TEST(MathTest, HalfSaturates) {
  const Half x[] = {Half(12.0f), Half(-12.0f), Half(kNaN)};
  Half got[3];
  FindMath(MathOp::kSinh, Element::kHalf)(got, x, nullptr, 3, true);
  EXPECT_EQ(static_cast<float>(got[0]), 65504.0f);
  EXPECT_EQ(static_cast<float>(got[1]), -65504.0f);
  EXPECT_EQ(static_cast<float>(got[2]), 0.0f);
}

// --- several operations, one rounding ---

template <typename T>
T RoundOnce(Exact&, mpfr_t value) {
  if constexpr (std::is_same_v<T, float>) {
    return mpfr_get_flt(value, MPFR_RNDN);
  } else {
    // To odd first, so that the second rounding has no tie that is none.
    mpfr_t odd;
    mpfr_init2(odd, 40);
    const int inexact = mpfr_set(odd, value, MPFR_RNDZ);
    double wide = mpfr_get_d(odd, MPFR_RNDN);
    if (inexact != 0) wide = std::nextafter(wide, wide < 0 ? -kInfinity : kInfinity);
    mpfr_clear(odd);
    return T(wide);
  }
}

template <typename To, typename From>
void CheckMulAdd() {
  Exact exact;
  std::mt19937 random(3);
  mpfr_t product, sum;
  mpfr_init2(product, 64);
  mpfr_init2(sum, 400);
  std::vector<From> x, y;
  std::vector<To> d;
  const auto draw = [&](auto type) {
    using T = decltype(type);
    const int exponent = static_cast<int>(random() % 12) - 6;
    return static_cast<T>(std::ldexp(static_cast<double>(random() % 8192) - 4096, exponent - 10));
  };
  for (int i = 0; i < 20000; ++i) {
    x.push_back(draw(From()));
    y.push_back(draw(From()));
    d.push_back(draw(To()));
  }
  for (const MulAddOp op :
       {MulAddOp::kMulAddDst, MulAddOp::kFusedMulAdd, MulAddOp::kFusedMulAddRelu}) {
    const ArrayFunction function = FindMulAdd(op, ElementOf<To>(), ElementOf<From>());
    if (!std::is_same_v<To, From> && op != MulAddOp::kMulAddDst) {
      EXPECT_EQ(function, nullptr);
      continue;
    }
    std::vector<To> got = d;
    function(got.data(), x.data(), y.data(), x.size(), false);
    for (size_t i = 0; i < x.size(); ++i) {
      const double a = static_cast<float>(x[i]), b = static_cast<float>(y[i]),
                   c = static_cast<float>(d[i]);
      mpfr_set_d(product, a, MPFR_RNDN);
      mpfr_mul_d(product, product, op == MulAddOp::kMulAddDst ? b : c, MPFR_RNDN);
      mpfr_add_d(sum, product, op == MulAddOp::kMulAddDst ? c : b, MPFR_RNDN);
      if (op == MulAddOp::kFusedMulAddRelu && mpfr_sgn(sum) < 0) mpfr_set_zero(sum, 1);
      ASSERT_EQ(static_cast<float>(got[i]), static_cast<float>(RoundOnce<To>(exact, sum)))
          << a << " " << b << " " << c;
    }
  }
  mpfr_clear(product);
  mpfr_clear(sum);
}

TEST(MathTest, ProductAndSumRoundOnce) {
  CheckMulAdd<float, float>();
  CheckMulAdd<Half, Half>();
  CheckMulAdd<float, Half>();
}

TEST(MathTest, SumsThatAreNotNegative) {
  const float a[] = {1.5f, -2.0f, 16777216.0f, static_cast<float>(kNaN)};
  const float b[] = {2.0f, 1.0f, 1.0f, 1.0f};
  float got[4];
  FindAddRelu(false, Element::kFloat)(got, a, b, 4, false);
  EXPECT_EQ(got[0], 3.5f);
  EXPECT_EQ(got[1], 0.0f);
  EXPECT_EQ(got[2], 16777216.0f);
  EXPECT_TRUE(std::isnan(got[3]));
  FindAddRelu(true, Element::kFloat)(got, a, b, 3, false);
  EXPECT_EQ(got[0], 0.0f);
  EXPECT_EQ(got[2], 16777215.0f);
  const int16_t c[] = {32767, -5, 7}, e[] = {1, 3, 8};
  int16_t sums[3];
  FindAddRelu(false, Element::kInt16)(sums, c, e, 3, false);
  EXPECT_EQ(sums[0], 0);  // wrapped around
  EXPECT_EQ(sums[1], 0);
  EXPECT_EQ(sums[2], 15);
  const Half f[] = {Half(60000.0f)};
  Half half_sum[1];
  FindAddRelu(false, Element::kHalf)(half_sum, f, f, 1, true);
  EXPECT_EQ(static_cast<float>(half_sum[0]), 65504.0f);
  EXPECT_EQ(FindAddRelu(false, Element::kInt32), nullptr);
}

TEST(MathTest, SlopeBelowZero) {
  const float x[] = {2.0f, -2.0f, -0.0f, static_cast<float>(-kInfinity)};
  const float slope = 0.1f;
  float got[4];
  FindLeakyRelu(Element::kFloat)(got, x, &slope, 4, false);
  EXPECT_EQ(got[0], 2.0f);
  EXPECT_EQ(got[1], -0.2f);
  EXPECT_TRUE(got[2] == 0 && std::signbit(got[2]));
  EXPECT_EQ(got[3], static_cast<float>(-kInfinity));
}

}  // namespace
}  // namespace openaclnn::aicore::vector
