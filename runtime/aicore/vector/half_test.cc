// half and bfloat16_t against the compiler's own 16-bit types.
#include "runtime/aicore/vector/half.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "gtest/gtest.h"

namespace openaclnn::aicore {
namespace {

template <typename T>
struct NativeOf;
template <>
struct NativeOf<Half> {
  using Type = _Float16;
};
template <>
struct NativeOf<BFloat16> {
  using Type = __bf16;
};

template <typename T>
class HalfTest : public testing::Test {};
using Types = testing::Types<Half, BFloat16>;
TYPED_TEST_SUITE(HalfTest, Types);

TYPED_TEST(HalfTest, ToFloatIsExact) {
  using Native = typename NativeOf<TypeParam>::Type;
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const float got = TypeParam::FromBits(static_cast<uint16_t>(bits));
    const float want = static_cast<float>(std::bit_cast<Native>(static_cast<uint16_t>(bits)));
    if (std::isnan(want)) {
      ASSERT_TRUE(std::isnan(got)) << bits;
    } else {
      ASSERT_EQ(std::bit_cast<uint32_t>(got), std::bit_cast<uint32_t>(want)) << bits;
      ASSERT_EQ(TypeParam(got).bits(), bits);
    }
  }
}

// Every number of 16 bits, the midpoint to the next, and doubles right beside both.
TYPED_TEST(HalfTest, FromDoubleRoundsOnceToNearestEven) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const TypeParam low = TypeParam::FromBits(static_cast<uint16_t>(bits));
    const TypeParam high = TypeParam::FromBits(static_cast<uint16_t>(bits + 1));
    const double value = static_cast<float>(low);
    if (!std::isfinite(value)) continue;
    // The number after the largest counts as finite.
    const double next = std::isfinite(static_cast<float>(high))
                            ? static_cast<double>(static_cast<float>(high))
                            : 2 * value - static_cast<float>(TypeParam::FromBits(bits - 1));
    const double middle = (value + next) / 2;
    const bool even = bits % 2 == 0;
    ASSERT_EQ(TypeParam(value).bits(), low.bits());
    ASSERT_EQ(TypeParam(std::nextafter(value, next)).bits(), low.bits());
    ASSERT_EQ(TypeParam(std::nextafter(middle, value)).bits(), low.bits()) << middle;
    ASSERT_EQ(TypeParam(middle).bits(), even ? low.bits() : high.bits()) << middle;
    ASSERT_EQ(TypeParam(std::nextafter(middle, next)).bits(), high.bits()) << middle;
  }
}

TYPED_TEST(HalfTest, ArithmeticRoundsOnce) {
  using Native = typename NativeOf<TypeParam>::Type;
  std::mt19937 random(7);
  for (int i = 0; i < 200000; ++i) {
    const TypeParam a = TypeParam::FromBits(static_cast<uint16_t>(random()));
    const TypeParam b = TypeParam::FromBits(static_cast<uint16_t>(random()));
    const Native x = std::bit_cast<Native>(a.bits());
    const Native y = std::bit_cast<Native>(b.bits());
    const auto check = [&](TypeParam got, Native want, char op) {
      if (static_cast<float>(want) != static_cast<float>(want)) {
        ASSERT_TRUE(std::isnan(static_cast<float>(got)));
      } else {
        ASSERT_EQ(got.bits(), std::bit_cast<uint16_t>(want))
            << static_cast<float>(a) << op << static_cast<float>(b);
      }
    };
    check(a + b, x + y, '+');
    check(a - b, x - y, '-');
    check(a * b, x * y, '*');
    check(a / b, x / y, '/');
    ASSERT_EQ(a < b, x < y);
    ASSERT_EQ(a == b, x == y);
    ASSERT_EQ(a >= b, x >= y);
  }
}

TYPED_TEST(HalfTest, UsedAsInKernels) {
  constexpr TypeParam kTwo = 2;
  TypeParam x = 1.5f;
  x += kTwo;
  x = x * 2 - 1;
  EXPECT_EQ(static_cast<float>(x), 6.0f);
  EXPECT_EQ(-x, TypeParam(-6));
  static_assert(std::is_same_v<decltype(x * 2), TypeParam>);
  static_assert(std::is_same_v<decltype(x * 2.0f), float>);
  static_assert(std::is_same_v<decltype(2.0 / x), double>);
  EXPECT_TRUE(x > 5 && 7.0f > x && x != 5.5 && x <= kTwo * 3);
  EXPECT_EQ(static_cast<int32_t>(x), 6);
  EXPECT_EQ(static_cast<TypeParam>(0.0f), TypeParam());
  EXPECT_EQ(TypeParam(std::numeric_limits<float>::quiet_NaN()).bits(),
            TypeParam(-std::numeric_limits<float>::quiet_NaN()).bits());
}

TEST(HalfConversionTest, WideIntegersRoundOnce) {
  // 2^60 + 2^52 is half way between two bfloat16; the last bit decides.
  const int64_t tie = (int64_t{1} << 60) + (int64_t{1} << 52);
  EXPECT_EQ(static_cast<float>(BFloat16(tie)), 0x1p60f);
  EXPECT_EQ(static_cast<float>(BFloat16(tie + 1)), 0x1.02p60f);
  EXPECT_EQ(static_cast<float>(BFloat16(-tie - 1)), -0x1.02p60f);
  EXPECT_EQ(static_cast<float>(BFloat16(std::numeric_limits<int64_t>::min())), -0x1p63f);
  EXPECT_EQ(static_cast<float>(Half(std::numeric_limits<uint64_t>::max())),
            std::numeric_limits<float>::infinity());
  EXPECT_EQ(static_cast<float>(Half(BFloat16(3))), 3.0f);
}

}  // namespace
}  // namespace openaclnn::aicore
