#include "runtime/tensor/number.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

template <typename T>
Number Of(aclDataType dtype, T value) {
  return Number::Read(dtype, &value).value();
}

TEST(Number, ReadsEveryTypeAsItIs) {
  EXPECT_EQ(Of<float>(ACL_FLOAT, 0.1f).AsDouble(), static_cast<double>(0.1f));
  EXPECT_EQ(Of<double>(ACL_DOUBLE, 0.1).AsDouble(), 0.1);
  EXPECT_EQ(Of<uint16_t>(ACL_FLOAT16, 0x3C01).AsDouble(), 1 + 0x1p-10);
  EXPECT_EQ(Of<uint16_t>(ACL_FLOAT16, 0x8001).AsDouble(), -0x1p-24);
  EXPECT_EQ(Of<uint16_t>(ACL_FLOAT16, 0xFC00).AsDouble(), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(Of<uint16_t>(ACL_FLOAT16, 0x7E00).AsDouble()));
  EXPECT_EQ(Of<uint16_t>(ACL_BF16, 0xC040).AsDouble(), -3);
  EXPECT_EQ(Of<int8_t>(ACL_INT8, -128).AsInt64(), -128);
  EXPECT_EQ(Of<uint8_t>(ACL_UINT8, 200).AsInt64(), 200);
  EXPECT_EQ(Of<int64_t>(ACL_INT64, INT64_MIN).AsInt64(), INT64_MIN);
  EXPECT_EQ(Of<uint64_t>(ACL_UINT64, UINT64_MAX).AsDouble(), 0x1p64);
  EXPECT_EQ(Of<uint8_t>(ACL_BOOL, 2).AsInt64(), 1);
  EXPECT_FALSE(Number::Read(ACL_COMPLEX64, "12345678").has_value());
}

TEST(Number, RoundsOnce) {
  // By way of double this integer would round to a tie and then down.
  const int64_t value = (int64_t{1} << 60) + (int64_t{1} << 36) + 1;
  EXPECT_EQ(Number::Integer(value).AsFloat(), 0x1p60f + 0x1p37f);
}

// Those of bfloat16 are rounded as if no NaN had its digits in the lower half alone
// (runtime/cpu/kernel-inl.h).
TEST(Number, SignallingNaNsBecomeQuiet) {
  for (const uint32_t bits : {0x7F800001u, 0xFF800001u, 0x7F80FFFFu}) {
    const float number = Of<uint32_t>(ACL_FLOAT, bits).AsFloat();
    EXPECT_NE(std::bit_cast<uint32_t>(number) & 0x400000u, 0) << std::hex << bits;
  }
  const float number = Of<uint64_t>(ACL_DOUBLE, 0x7FF0000000000001).AsFloat();
  EXPECT_NE(std::bit_cast<uint32_t>(number) & 0x400000u, 0);
}

TEST(Number, TruncatesAndSaturates) {
  EXPECT_EQ(Number::Real(-2.9).AsInt64(), -2);
  EXPECT_EQ(Number::Real(1e30).AsInt64(), INT64_MAX);
  EXPECT_EQ(Number::Real(-1e30).AsInt64(), INT64_MIN);
  EXPECT_EQ(Number::Real(std::nan("")).AsInt64(), 0);
}

TEST(Number, IsTrueUnlessItIsTiny) {
  EXPECT_FALSE(Number::Real(1e-8).AsBool());
  EXPECT_TRUE(Number::Real(0.5).AsBool());
  EXPECT_TRUE(Number::Real(std::nan("")).AsBool());
  EXPECT_FALSE(Number().AsBool());
  EXPECT_TRUE(Number::Integer(-1).AsBool());
}

}  // namespace
}  // namespace openaclnn
