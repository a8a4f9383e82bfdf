// The conversions of Cast between and from integers of 2 and 8 bytes, on every SIMD target, against
// plain arithmetic in long double.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "gtest/gtest.h"
#include "hwy/targets.h"
#include "runtime/aicore/vector/half.h"
#include "runtime/aicore/vector/vector.h"

namespace openaclnn::aicore::vector {
namespace {

class CastIntegersTest : public testing::TestWithParam<int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

INSTANTIATE_TEST_SUITE_P(Targets, CastIntegersTest,
                         testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& test) { return std::string(hwy::TargetName(test.param)); });

constexpr Rounding kRoundings[] = {Rounding::kRint, Rounding::kFloor, Rounding::kCeil,
                                   Rounding::kRound, Rounding::kTrunc};

long double ToInteger(long double x, Rounding rounding) {
  const long double low = std::floor(x);
  if (!(low < x)) return x;
  const long double above = x - low;
  switch (rounding) {
    case Rounding::kFloor:
      return low;
    case Rounding::kCeil:
      return low + 1;
    case Rounding::kTrunc:
      return x < 0 ? low + 1 : low;
    case Rounding::kRound:
      return above > 0.5L || (above == 0.5L && x > 0) ? low + 1 : low;
    default:
      return above > 0.5L || (above == 0.5L && std::fmod(low, 2) != 0) ? low + 1 : low;
  }
}

// x with that many significant bits.
long double ToDigits(long double x, int digits, Rounding rounding) {
  if (x == 0) return 0;
  const int unit = std::ilogb(x) - digits + 1;
  return std::ldexp(ToInteger(std::ldexp(x, -unit), rounding), unit);
}

template <typename T>
long double Wide(T x) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<long double>(x);
  } else {
    return static_cast<float>(x);
  }
}

template <typename To, typename From>
std::vector<To> Converted(const std::vector<From>& x, Rounding rounding, bool saturate = false) {
  std::vector<To> got(x.size());
  EXPECT_TRUE(
      Cast(ElementOf<To>(), ElementOf<From>(), rounding, got.data(), x.data(), x.size(), saturate));
  return got;
}

template <typename To, typename From>
void CheckToInteger(const std::vector<From>& x, const std::vector<Rounding>& roundings) {
  for (const Rounding rounding : roundings) {
    const std::vector<To> got = Converted<To>(x, rounding);
    for (size_t i = 0; i < x.size(); ++i) {
      const long double value = Wide(x[i]);
      const long double whole = std::isnan(value) ? 0 : ToInteger(value, rounding);
      const To want = static_cast<To>(
          std::clamp<long double>(whole, static_cast<long double>(std::numeric_limits<To>::min()),
                                  static_cast<long double>(std::numeric_limits<To>::max())));
      ASSERT_EQ(got[i], want) << static_cast<double>(value) << " in mode "
                              << static_cast<int>(rounding);
    }
  }
}

template <typename To, typename From>
void CheckToFloat(const std::vector<From>& x, int digits, const std::vector<Rounding>& roundings) {
  for (const Rounding rounding : roundings) {
    const std::vector<To> got = Converted<To>(x, rounding);
    for (size_t i = 0; i < x.size(); ++i) {
      ASSERT_EQ(Wide(got[i]), ToDigits(Wide(x[i]), digits, rounding))
          << static_cast<double>(Wide(x[i])) << " in mode " << static_cast<int>(rounding);
    }
  }
}

template <typename T>
std::vector<T> Every16Bits() {
  std::vector<T> x;
  for (uint32_t bits = 0; bits < 0x10000; ++bits)
    x.push_back(std::bit_cast<T>(static_cast<uint16_t>(bits)));
  return x;
}

std::vector<float> Floats() {
  std::vector<float> x;
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i)
    x.push_back(std::bit_cast<float>(static_cast<uint32_t>(random())));
  // Around every power of two, and half way between integers.
  for (int i = -10; i < 70; ++i) {
    for (const float sign : {1.0f, -1.0f}) {
      const float power = sign * std::ldexp(1.0f, i);
      for (const float value :
           {power, std::nextafter(power, 0.0f), power + 0.5f, power * 1.5f, power - 0.5f})
        x.push_back(value);
    }
  }
  return x;
}

std::vector<int64_t> Integers() {
  std::vector<int64_t> x = {0, std::numeric_limits<int64_t>::max(),
                            std::numeric_limits<int64_t>::min()};
  std::mt19937_64 random(2);
  for (int i = 0; i < 20000; ++i) x.push_back(static_cast<int64_t>(random()) >> random() % 64);
  // Half way between two floats, and next to it.
  for (int shift = 0; shift < 39; ++shift) {
    for (const int64_t odd : {0, 1}) {
      const int64_t middle = ((int64_t{1} << 24) + 2 * odd + 1) << shift;
      for (int64_t off : {-1, 0, 1}) {
        x.push_back(middle + off);
        x.push_back(-middle - off);
      }
    }
  }
  return x;
}

const std::vector<Rounding> kFive(std::begin(kRoundings), std::end(kRoundings));

TEST_P(CastIntegersTest, ToIntegers) {
  CheckToInteger<int16_t>(Every16Bits<Half>(), kFive);
  CheckToInteger<int32_t>(Every16Bits<BFloat16>(), kFive);
  CheckToInteger<int16_t>(Floats(), kFive);
  CheckToInteger<int64_t>(Floats(), kFive);
  CheckToInteger<int32_t>(Integers(), {Rounding::kNone});
  std::vector<int32_t> words;
  for (const int64_t x : Integers()) words.push_back(static_cast<int32_t>(x));
  CheckToInteger<int16_t>(words, {Rounding::kNone});
  CheckToInteger<int64_t>(words, {Rounding::kNone});
}

TEST_P(CastIntegersTest, FromIntegers) {
  CheckToFloat<Half>(Every16Bits<int16_t>(), 11, kFive);
  CheckToFloat<float>(Every16Bits<int16_t>(), 24, {Rounding::kNone});
  CheckToFloat<float>(Integers(), 24, kFive);
}

TEST_P(CastIntegersTest, FloatsThatAreIntegers) {
  const std::vector<float> x = Floats();
  for (const Rounding rounding : kRoundings) {
    for (const bool saturate : {false, true}) {
      const std::vector<float> got = Converted<float>(x, rounding, saturate);
      for (size_t i = 0; i < x.size(); ++i) {
        if (std::isnan(x[i])) {
          ASSERT_TRUE(saturate ? got[i] == 0 : std::isnan(got[i]));
          continue;
        }
        ASSERT_EQ(got[i], ToInteger(x[i], rounding)) << x[i];
        ASSERT_EQ(std::signbit(got[i]), std::signbit(x[i])) << x[i];
      }
    }
  }
}

TEST_P(CastIntegersTest, ScaledToHalf) {
  const std::vector<int32_t> x = {0, 1, -3, 2049, 100000, -100000, 2147483647};
  std::vector<Half> got(x.size());
  for (const bool saturate : {false, true}) {
    CastScaled(got.data(), x.data(), Half(0.3f), x.size(), saturate);
    for (size_t i = 0; i < x.size(); ++i) {
      const double product = x[i] * static_cast<double>(static_cast<float>(Half(0.3f)));
      const double limit = saturate ? 65504 : std::numeric_limits<double>::infinity();
      EXPECT_EQ(got[i], Half(std::clamp(product, -limit, limit))) << x[i];
    }
  }
}

// Those that the unit does not have stay unknown.
TEST_P(CastIntegersTest, UnknownPairs) {
  uint64_t value = 0;
  EXPECT_FALSE(Cast(Element::kInt64, Element::kHalf, Rounding::kRint, &value, &value, 1, false));
  EXPECT_FALSE(Cast(Element::kUint16, Element::kInt32, Rounding::kNone, &value, &value, 1, false));
}

}  // namespace
}  // namespace openaclnn::aicore::vector
