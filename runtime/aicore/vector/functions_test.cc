// Exp, Ln, Erf, Tanh and Rsqrt against MPFR: at most 1 ULP, and the same bits on every target.
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "hwy/targets.h"
#include "mpfr.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {
namespace {

// A little beyond 0.5: what double arithmetic and polynomials of 2^-32 lose. The issue asks for 1.
constexpr double kMaxUlp = 0.51;
constexpr float kInf = std::numeric_limits<float>::infinity();

struct Function {
  const char* name;
  UnaryOp op;
  int (*mpfr)(mpfr_t, const mpfr_t, mpfr_rnd_t);
};

constexpr Function kFunctions[] = {{"Exp", UnaryOp::kExp, mpfr_exp},
                                   {"Ln", UnaryOp::kLn, mpfr_log},
                                   {"Erf", UnaryOp::kErf, mpfr_erf},
                                   {"Tanh", UnaryOp::kTanh, mpfr_tanh}};

// A format by its significant bits and the exponent of its smallest normal number; ULP are those of
// the exact value's binade.
struct Format {
  int digits;
  int min_exponent;
  double max;
};
constexpr Format kFloat32 = {24, -126, 0x1.fffffep127};
constexpr Format kFloat16 = {11, -14, 65504};
constexpr Format kBFloat16 = {8, -126, 0x1.fep127};

class Exact {
 public:
  Exact() {
    mpfr_init2(x_, 53);
    mpfr_init2(y_, 90);
  }
  ~Exact() {
    mpfr_clear(x_);
    mpfr_clear(y_);
  }
  Exact(const Exact&) = delete;
  Exact& operator=(const Exact&) = delete;

  // |got - function(x)| in ULP; infinity for what can only be right or wrong.
  double UlpError(const Function& function, double x, double got, const Format& format) {
    mpfr_set_d(x_, x, MPFR_RNDN);
    function.mpfr(y_, x_, MPFR_RNDN);
    if (mpfr_nan_p(y_)) return std::isnan(got) ? 0 : kInf;
    if (mpfr_inf_p(y_)) return std::isinf(got) && (got > 0) == (mpfr_sgn(y_) > 0) ? 0 : kInf;
    if (mpfr_zero_p(y_)) return got == 0 && std::signbit(got) == (mpfr_signbit(y_) != 0) ? 0 : kInf;
    if (std::isnan(got) || std::signbit(got) != (mpfr_signbit(y_) != 0)) return kInf;
    if (std::isinf(got)) {  // counts as the first power of two that the format does not have
      const double beyond = std::ldexp(1.0, std::ilogb(format.max) + 1);
      if (std::abs(mpfr_get_d(y_, MPFR_RNDZ)) >= beyond) return 0;
      got = std::copysign(beyond, got);
    }
    const long exponent =
        std::max(static_cast<long>(mpfr_get_exp(y_) - 1), static_cast<long>(format.min_exponent));
    mpfr_sub_d(y_, y_, got, MPFR_RNDN);
    mpfr_mul_2si(y_, y_, format.digits - 1 - exponent, MPFR_RNDN);
    return std::abs(mpfr_get_d(y_, MPFR_RNDN));
  }

 private:
  mpfr_t x_, y_;
};

std::vector<float> Inputs() {
  std::vector<float> x;
  // Evenly over all bit patterns, and denser where the functions are not trivial.
  for (uint64_t bits = 0; bits < (uint64_t{1} << 32); bits += 65521 * 4)
    x.push_back(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  const auto range = [&](float low, float high, int count) {
    for (int i = 0; i <= count; ++i) {
      x.push_back(low + (high - low) * static_cast<float>(i) / static_cast<float>(count));
      x.push_back(-x.back());
    }
  };
  range(0, 1, 5003);
  range(0.9f, 1.1f, 3001);
  range(1, 10, 4001);
  range(3.8f, 4.1f, 1009);      // where Erf reaches 1
  range(8.9f, 9.1f, 1009);      // where Tanh does
  range(87, 89, 2003);          // where Exp overflows, and becomes subnormal
  range(102.5f, 104.5f, 1009);  // and where it becomes 0
  for (float special : {0.0f, 1.0f, kInf, 0x1p-149f, 0x1p-126f, 0x1.fffffep-127f,
                        std::numeric_limits<float>::max(), 4.0f, 20.0f, 200.0f}) {
    x.push_back(special);
    x.push_back(-special);
  }
  x.push_back(std::numeric_limits<float>::quiet_NaN());
  return x;
}

TEST(FunctionsTest, FloatAgainstMpfr) {
  const std::vector<float> x = Inputs();
  std::vector<float> got(x.size());
  Exact exact;
  for (const Function& function : kFunctions) {
    ASSERT_TRUE(Unary(function.op, Element::kFloat, got.data(), x.data(), x.size(), false));
    double worst = 0;
    float at = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      const double ulp = exact.UlpError(function, x[i], got[i], kFloat32);
      if (ulp > worst) {
        worst = ulp;
        at = x[i];
      }
    }
    std::printf("%s: %zu inputs, worst %.6f ULP at %a\n", function.name, x.size(), worst, at);
    EXPECT_LE(worst, kMaxUlp) << function.name << " at " << at;
  }
}

// All inputs of 16 bits. Saturating mode differs only where the result is infinite or NaN.
template <typename T>
void CheckEvery16Bit(const Format& format) {
  std::vector<T> x;
  for (uint32_t bits = 0; bits < 0x10000; ++bits)
    x.push_back(T::FromBits(static_cast<uint16_t>(bits)));
  std::vector<T> got(x.size());
  std::vector<T> saturated(x.size());
  Exact exact;
  for (const Function& function : kFunctions) {
    ASSERT_TRUE(Unary(function.op, ElementOf<T>(), got.data(), x.data(), x.size(), false));
    ASSERT_TRUE(Unary(function.op, ElementOf<T>(), saturated.data(), x.data(), x.size(), true));
    double worst = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      const float result = got[i];
      const double ulp = exact.UlpError(function, static_cast<float>(x[i]), result, format);
      ASSERT_LE(ulp, kMaxUlp) << function.name << " of " << static_cast<float>(x[i]) << " gave "
                              << result;
      worst = std::max(worst, ulp);
      const T want = std::isnan(result)   ? T(0)
                     : std::isinf(result) ? T(std::copysign(format.max, result))
                                          : got[i];
      ASSERT_EQ(saturated[i].bits(), want.bits())
          << function.name << " of " << static_cast<float>(x[i]);
    }
    std::printf("%s of %s: worst %.6f ULP\n", function.name, ElementName(ElementOf<T>()), worst);
  }
}

TEST(FunctionsTest, EveryHalfAgainstMpfr) { CheckEvery16Bit<Half>(kFloat16); }
TEST(FunctionsTest, EveryBFloat16AgainstMpfr) { CheckEvery16Bit<BFloat16>(kBFloat16); }

// 1 / sqrt(x), correctly rounded for every significand: r is right if x m^2 is on the right side of
// 1 for the midpoints m beside it, which integers of 76 bits decide. Four times x halves the result
// exactly, so that two binades stand for all.
TEST(FunctionsTest, RsqrtIsCorrectlyRounded) {
  constexpr uint32_t kCount = 1u << 24;
  constexpr uint32_t kChunk = 1u << 16;
  std::vector<float> x(kChunk), got(kChunk);
  for (uint32_t first = 0; first < kCount; first += kChunk) {
    for (uint32_t i = 0; i < kChunk; ++i)
      x[i] = std::bit_cast<float>(0x3F800000u + first + i);  // 1 <= x < 4
    ASSERT_TRUE(Unary(UnaryOp::kRsqrt, Element::kFloat, got.data(), x.data(), kChunk, false));
    for (uint32_t i = 0; i < kChunk; ++i) {
      if (x[i] == 1) {
        ASSERT_EQ(got[i], 1);
        continue;
      }
      // 1/2 < r < 1: r in units of 2^-24, midpoints in units of 2^-25, x in units of 2^-23.
      const auto r = static_cast<uint64_t>(std::ldexp(static_cast<double>(got[i]), 24));
      const auto scaled_x = static_cast<uint64_t>(std::ldexp(static_cast<double>(x[i]), 23));
      const auto above = [&](uint64_t midpoint) {  // x m^2 > 1
        return static_cast<unsigned __int128>(midpoint) * midpoint * scaled_x >
               static_cast<unsigned __int128>(1) << 73;
      };
      ASSERT_TRUE(above(2 * r + 1) && !above(2 * r - 1)) << std::hexfloat << x[i] << ": " << got[i];
    }
  }
  const std::vector<float> special = {
      0.0f,      -0.0f,     kInf,    -1.0f, std::numeric_limits<float>::quiet_NaN(),
      0x1p-149f, 0x1p-148f, 0x1p127f};
  std::vector<float> result(special.size());
  ASSERT_TRUE(Unary(UnaryOp::kRsqrt, Element::kFloat, result.data(), special.data(), special.size(),
                    false));
  EXPECT_EQ(result[0], kInf);
  EXPECT_EQ(result[1], -kInf);
  EXPECT_EQ(result[2], 0);
  EXPECT_TRUE(std::isnan(result[3]) && std::isnan(result[4]));
  EXPECT_EQ(result[5], 0x1.6a09e6p74f);
  EXPECT_EQ(result[6], 0x1p74f);
  EXPECT_EQ(result[7], 0x1.6a09e6p-64f);
}

TEST(FunctionsTest, SameBitsOnEveryTarget) {
  const std::vector<float> x = Inputs();
  std::vector<Half> x16;
  for (uint32_t bits = 0; bits < 0x10000; ++bits)
    x16.push_back(Half::FromBits(static_cast<uint16_t>(bits)));
  for (UnaryOp op : {UnaryOp::kExp, UnaryOp::kLn, UnaryOp::kErf, UnaryOp::kTanh, UnaryOp::kRsqrt}) {
    std::vector<uint32_t> first;
    std::vector<uint16_t> first16;
    for (int64_t target : hwy::SupportedAndGeneratedTargets()) {
      hwy::SetSupportedTargetsForTest(target);
      std::vector<uint32_t> got(x.size());
      std::vector<uint16_t> got16(x16.size());
      ASSERT_TRUE(Unary(op, Element::kFloat, got.data(), x.data(), x.size(), false));
      ASSERT_TRUE(Unary(op, Element::kHalf, got16.data(), x16.data(), x16.size(), false));
      hwy::SetSupportedTargetsForTest(0);
      if (first.empty()) {
        first = got;
        first16 = got16;
      }
      for (size_t i = 0; i < x.size(); ++i) {
        ASSERT_EQ(got[i], first[i])
            << hwy::TargetName(target) << " op " << static_cast<int>(op) << " of " << x[i];
      }
      ASSERT_EQ(got16, first16) << hwy::TargetName(target) << " op " << static_cast<int>(op);
    }
  }
}

}  // namespace
}  // namespace openaclnn::aicore::vector
