// The vector forms of every function of ops/math against the oracle, on every target of this
// machine and the scalar one.
#include "testing/vector_forms/vector_forms.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "hwy/targets.h"
#include "testing/oracle/oracle.h"

namespace openaclnn {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kMax = std::numeric_limits<float>::max();
constexpr int kWalk = 20011;

class VectorFormsTest : public testing::TestWithParam<int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }

  std::vector<double> Evaluate(const VectorForm& form, const std::vector<float>& grad,
                               const std::vector<float>& x,
                               InDouble how = InDouble::kHighPrecision) {
    std::vector<double> out(x.size());
    EXPECT_EQ(form.in_double(grad.data(), x.data(), out.data(), x.size(), how), GetParam())
        << "another target ran";
    return out;
  }

  // Checks results rounded to `format`, computed in both ways; a zero must have the right sign.
  void Check(const VectorForm& form, const std::vector<float>& grad, const std::vector<float>& x,
             Format format, double max_ulp) {
    std::vector<double> wants(x.size());
    for (size_t i = 0; i < x.size(); ++i) wants[i] = form.Exact(grad[i], x[i], format);
    CheckOneWay(form, grad, x, wants, format, max_ulp, InDouble::kHighPrecision);
    CheckOneWay(form, grad, x, wants, format, max_ulp, InDouble::kDefaultMode);
  }

  void CheckOneWay(const VectorForm& form, const std::vector<float>& grad,
                   const std::vector<float>& x, const std::vector<double>& wants, Format format,
                   double max_ulp, InDouble how) {
    const std::vector<double> got = Evaluate(form, grad, x, how);
    double worst = 0;
    int reported = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      const double rounded = RoundToFormat(got[i], format), want = wants[i];
      if (std::isnan(rounded) && std::isnan(want)) continue;
      const bool same_zero =
          want != 0 || rounded != 0 || std::signbit(want) == std::signbit(rounded);
      if (rounded == want && same_zero) continue;
      const double exact = form.Exact(grad[i], x[i], Format::kFloat64);
      const double ulp = UlpError(rounded, exact, format);
      worst = std::max(worst, ulp);
      if (same_zero && ulp <= max_ulp && max_ulp > 0.5) continue;
      if (++reported > 10) continue;
      ADD_FAILURE() << form.name << std::hexfloat << ", grad " << grad[i] << ", x " << x[i]
                    << ": got " << rounded << ", want " << want << ", exact " << exact
                    << std::defaultfloat << ", error " << ulp << " ULP of " << FormatName(format)
                    << ", allowed " << max_ulp;
    }
    if (worst > 0) std::printf("%s: worst %.9f ULP\n", form.name.c_str(), worst);
  }
};

INSTANTIATE_TEST_SUITE_P(Targets, VectorFormsTest,
                         testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& test) { return std::string(hwy::TargetName(test.param)); });

// Floats in order of their value, as integers.
int32_t Rank(float x) {
  const int32_t bits = std::bit_cast<int32_t>(x);
  return bits < 0 ? std::numeric_limits<int32_t>::min() - bits : bits;
}

float FromRank(int64_t rank) {
  return std::bit_cast<float>(
      static_cast<int32_t>(rank < 0 ? std::numeric_limits<int32_t>::min() - rank : rank));
}

// `count` floats from low to high, evenly spread over the bit patterns.
std::vector<float> Walk(float low, float high, int count) {
  std::vector<float> result;
  const int64_t first = Rank(low);
  const int64_t span = Rank(high) - first;
  for (int64_t i = 0; i < count; ++i) result.push_back(FromRank(first + span * i / (count - 1)));
  return result;
}

std::vector<float> Ones(const std::vector<float>& x) { return std::vector<float>(x.size(), 1.0f); }

TEST_P(VectorFormsTest, IsAsAccurateAsItSays) {
  for (const VectorForm& form : VectorForms()) {
    std::vector<FloatRange> ranges = form.ranges;
    ranges.push_back({-kInf, kInf});
    for (const FloatRange& range : ranges) {
      const std::vector<float> x = Walk(range.low, range.high, kWalk);
      Check(form, Ones(x), x, Format::kFloat32, form.max_ulp);
    }
  }
}

// Where a product with another operand follows, it needs as many right digits as it is rounded
// from.
TEST_P(VectorFormsTest, IsRightTo45BitsOfTheLeastInputs) {
  for (const VectorForm& form : VectorForms()) {
    std::vector<float> x = Walk(0x1p-149f, 0x1p-120f, 500);
    for (size_t i = 0, count = x.size(); i < count; ++i) x.push_back(-x[i]);
    const std::vector<double> got = Evaluate(form, Ones(x), x);
    for (size_t i = 0; i < x.size(); ++i) {
      const double exact = form.Exact(1, x[i], Format::kFloat64);
      if (!std::isfinite(exact)) continue;
      ASSERT_LE(std::abs(got[i] - exact), std::abs(exact) * 0x1p-45)
          << form.name << std::hexfloat << " of " << x[i] << ": " << got[i] << ", not " << exact;
    }
  }
}

// Doubles of random bits, in the form's ranges, and its points: the nearest double or its
// neighbour.
TEST_P(VectorFormsTest, OfFloat64) {
  for (const VectorForm& form : VectorForms()) {
    if (form.max_float64_ulp == 0) continue;
    std::mt19937_64 random(1);
    std::vector<double> x = {0.0,        -0.0,      kInf,
                             -kInf,      kNan,      0x1p-1074,
                             -0x1p-1074, 0x1p-1022, std::numeric_limits<double>::max()};
    x.insert(x.end(), form.points.begin(), form.points.end());
    for (int i = 0; i < 5000; ++i) x.push_back(std::bit_cast<double>(random()));
    for (const FloatRange& range : form.ranges) {
      std::uniform_real_distribution<double> place(range.low, range.high);
      for (int i = 0; i < 5000; ++i) x.push_back(place(random));
    }
    std::vector<double> out(x.size());
    EXPECT_EQ(form.of_float64(x.data(), out.data(), x.size()), GetParam()) << "another target ran";
    for (size_t i = 0; i < x.size(); ++i) {
      const double want = form.Exact(1, x[i], Format::kFloat64);
      ASSERT_LE(UlpError(out[i], want, Format::kFloat64), 1)
          << form.name << std::hexfloat << " of " << x[i] << ": " << out[i] << ", not " << want;
      if (want == 0) {
        ASSERT_EQ(std::signbit(out[i]), std::signbit(want))
            << form.name << std::hexfloat << " of " << x[i];
      }
    }
  }
}

// Results that are rounded because they are not near the middle of two floats must be as accurate
// as that rule supposes.
TEST_P(VectorFormsTest, TablesAreAccurate) {
  for (const VectorForm& form : VectorForms()) {
    if (form.table_error == 0) continue;
    std::vector<float> x = Walk(-form.table_end, -0x1p-100f, kWalk);
    for (const float root : form.roots) {
      for (int64_t offset = -1000; offset <= 1000; ++offset)
        x.push_back(FromRank(Rank(root) + offset * offset * offset / 64));
    }
    for (size_t i = 0, count = x.size(); i < count; ++i) x.push_back(-x[i]);
    const std::vector<double> got = Evaluate(form, Ones(x), x);
    double worst = 0;
    for (size_t i = 0; i < x.size(); ++i)
      worst = std::max(worst, std::abs(got[i] / form.Exact(1, x[i], Format::kFloat64) - 1));
    std::printf("%s: relative error 2^%.2f\n", form.name.c_str(), std::log2(worst));
    EXPECT_LT(worst, form.table_error) << form.name;
  }
}

// The form's points and roots with their neighbours, and the limits of the type.
std::vector<float> PointsOf(const VectorForm& form) {
  std::vector<float> centres = form.points, points;
  centres.insert(centres.end(), form.roots.begin(), form.roots.end());
  centres.insert(centres.end(), {0x1p-149f, 0x1p-126f});
  for (const float centre : centres) {
    for (int offset = -4; offset <= 4; ++offset) points.push_back(FromRank(Rank(centre) + offset));
  }
  for (const float x : {0x1p-125f, 1.0f, 100.0f, kMax / 6, kMax, kInf, 0.0f})
    points.insert(points.end(), {x, -x});
  points.push_back(kNan);
  return points;
}

TEST_P(VectorFormsTest, PointsWithEveryGradient) {
  for (const VectorForm& form : VectorForms()) {
    const std::vector<float> points = PointsOf(form);
    for (float grad : {1.0f, -1.0f, 0.5f, 0x1p+100f, 3.0f, -1e30f, 1e-30f, 0x1p-149f, 0x3p-149f,
                       kMax, -kMax, 0.0f, kInf, -kInf, kNan}) {
      if (!form.has_gradient && grad != 1) continue;
      const bool power_of_two = std::abs(grad) >= 0.5f && std::abs(grad) <= 1;
      Check(form, std::vector<float>(points.size(), grad), points, Format::kFloat32,
            power_of_two ? form.max_ulp : form.max_any_gradient_ulp);
    }
  }
}

TEST_P(VectorFormsTest, RandomGradients) {
  for (const VectorForm& form : VectorForms()) {
    if (!form.has_gradient) continue;
    std::mt19937_64 random(7);
    std::vector<float> grad, x;
    for (int i = 0; i < 20000; ++i) {
      grad.push_back(std::bit_cast<float>(static_cast<uint32_t>(random())));
      const float factor = static_cast<float>(static_cast<int64_t>(random()) * 0x1p-63);
      x.push_back(factor * (i % 3 == 0 ? 16.0f : i % 3 == 1 ? 3.2f : 1e-3f));
    }
    // Around the roots of the derivative, from the nearest floats outwards.
    for (float root : form.roots) {
      for (int i = 0; i < 10000; ++i) {
        grad.push_back(std::bit_cast<float>(static_cast<uint32_t>(random())));
        const int64_t offset = static_cast<int64_t>(random() % 2000000) >> (random() % 21);
        x.push_back(FromRank(Rank(root) + (i % 2 == 0 ? offset : -offset)));
      }
    }
    Check(form, grad, x, Format::kFloat32, form.max_any_gradient_ulp);
  }
}

// On the best target only: TargetsAgree shows that the others give the same doubles.
class ExhaustiveTest : public VectorFormsTest {};

INSTANTIATE_TEST_SUITE_P(BestTarget, ExhaustiveTest,
                         testing::Values(hwy::SupportedAndGeneratedTargets().front()),
                         [](const auto& test) { return std::string(hwy::TargetName(test.param)); });

// Every input of both 16-bit types, rounded once from double.
TEST_P(ExhaustiveTest, AllSixteenBitInputs) {
  for (Format format : {Format::kFloat16, Format::kBFloat16}) {
    std::vector<float> x;
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
      if (format == Format::kBFloat16) {
        x.push_back(std::bit_cast<float>(bits << 16));
      } else {
        const uint32_t exponent = bits >> 10 & 0x1f;
        const uint32_t mantissa = bits & 0x3ff;
        float value = exponent == 0    ? std::ldexp(static_cast<float>(mantissa), -24)
                      : exponent == 31 ? (mantissa == 0 ? kInf : kNan)
                                       : std::ldexp(static_cast<float>(mantissa + 1024),
                                                    static_cast<int>(exponent) - 25);
        x.push_back(bits & 0x8000 ? -value : value);
      }
    }
    for (const VectorForm& form : VectorForms())
      Check(form, Ones(x), x, format, form.max_sixteen_bit_ulp);
  }
}

struct FloatInputs {
  std::vector<float> grad, x;
};

// Random gradients with inputs of every size, the same for all forms and targets.
const FloatInputs& RandomInputs() {
  static const FloatInputs& inputs = *[] {
    auto* drawn = new FloatInputs;
    std::mt19937_64 random(11);
    for (int i = 0; i < 100000; ++i) {
      drawn->grad.push_back(std::bit_cast<float>(static_cast<uint32_t>(random())));
      const float small = std::ldexp(static_cast<float>(static_cast<int64_t>(random()) * 0x1p-63),
                                     static_cast<int>(random() % 34) - 28);
      drawn->x.push_back(i % 4 == 0 ? std::bit_cast<float>(static_cast<uint32_t>(random()))
                                    : small);
    }
    return drawn;
  }();
  return inputs;
}

// These, and the interesting points last.
void MixedInputs(const VectorForm& form, std::vector<float>& grad, std::vector<float>& x) {
  grad = RandomInputs().grad;
  x = RandomInputs().x;
  for (float point : PointsOf(form)) {
    grad.push_back(1.7f);
    x.push_back(point);
  }
}

// What the default mode computes in float32: the same bits on every target, and for any gradient as
// accurate as the operators promise.
TEST_P(VectorFormsTest, FastResults) {
  for (const VectorForm& form : VectorForms()) {
    std::vector<float> grad, x;
    MixedInputs(form, grad, x);
    std::vector<float> here(x.size()), best(x.size());
    std::vector<uint8_t> right(x.size()), right_best(x.size());
    EXPECT_EQ(form.in_float(grad.data(), x.data(), here.data(), right.data(), x.size()),
              GetParam());
    hwy::SetSupportedTargetsForTest(0);
    form.in_float(grad.data(), x.data(), best.data(), right_best.data(), x.size());
    hwy::SetSupportedTargetsForTest(GetParam());
    EXPECT_EQ(right, right_best) << form.name;

    const std::vector<double> exact = Evaluate(form, grad, x);
    const double allowed = form.max_float_ulp;
    double worst = 0;
    size_t in_float32 = 0, different = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      if (!right[i]) continue;
      ++in_float32;
      const bool nan = std::isnan(here[i]) && std::isnan(best[i]);
      different += !nan && std::bit_cast<uint32_t>(here[i]) != std::bit_cast<uint32_t>(best[i]);
      const float nearest = static_cast<float>(exact[i]);
      if (here[i] == nearest || (std::isnan(here[i]) && std::isnan(nearest))) continue;
      const double ulp = std::isfinite(here[i]) && std::isfinite(nearest)
                             ? UlpError(here[i], exact[i], Format::kFloat32)
                             : kInf;
      worst = std::max(worst, ulp);
      EXPECT_LE(ulp, allowed) << form.name << std::hexfloat << ", grad " << grad[i] << ", x "
                              << x[i] << ": got " << here[i] << ", exact " << exact[i];
    }
    EXPECT_EQ(different, 0u) << form.name;
    EXPECT_GT(in_float32, x.size() / 4) << form.name;
    std::printf("%s in float32: %zu of %zu, worst %.6f ULP of those not the nearest\n",
                form.name.c_str(), in_float32, x.size(), worst);
  }
}

// The results before rounding are the same doubles on every target, and in every position of a
// vector.
TEST_P(VectorFormsTest, TargetsAgree) {
  const auto same = [](double a, double b) {
    return (std::isnan(a) && std::isnan(b)) ||
           std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);
  };
  for (const VectorForm& form : VectorForms()) {
    std::vector<float> grad, x;
    MixedInputs(form, grad, x);
    for (const InDouble how : {InDouble::kHighPrecision, InDouble::kDefaultMode}) {
      const std::vector<double> here = Evaluate(form, grad, x, how);
      std::vector<double> best(x.size());
      hwy::SetSupportedTargetsForTest(0);
      form.in_double(grad.data(), x.data(), best.data(), x.size(), how);
      hwy::SetSupportedTargetsForTest(GetParam());
      size_t different = 0;
      for (size_t i = 0; i < x.size(); ++i) different += !same(here[i], best[i]);
      EXPECT_EQ(different, 0u) << form.name;

      for (size_t begin = 0; begin < 17; ++begin) {
        for (size_t count = 1; count < 20; ++count) {
          std::vector<double> part(count);
          form.in_double(grad.data() + begin, x.data() + begin, part.data(), count, how);
          for (size_t i = 0; i < count; ++i)
            EXPECT_TRUE(same(part[i], here[begin + i])) << form.name << " " << begin << " " << i;
        }
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn
