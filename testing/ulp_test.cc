#include "testing/ulp.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

namespace openaclnn::testing {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kFloatMax = std::numeric_limits<float>::max();

TEST(StoreElement, IsTheInverseOfElementValue) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
    for (uint32_t bits = 0; bits < 65536; ++bits) {
      const auto element = static_cast<uint16_t>(bits);
      const double value = ElementValue(dtype, &element);
      if (std::isnan(value)) continue;
      uint16_t stored = 0;
      StoreElement(dtype, value, &stored);
      EXPECT_EQ(stored, element);
    }
  }
  char bytes[5] = {1, 1, 1, 1, 1};
  StoreElement(ACL_INT32, -2, bytes);
  EXPECT_EQ(ElementValue(ACL_INT32, bytes), -2);
  EXPECT_EQ(bytes[4], 1);
}

TEST(Ulp, UnitFollowsTheBinadeOfTheExactValue) {
  EXPECT_EQ(UlpOf(ACL_FLOAT, 1.0), 0x1p-23);
  EXPECT_EQ(UlpOf(ACL_FLOAT, std::nextafter(1.0, 0.0)), 0x1p-24);
  EXPECT_EQ(UlpOf(ACL_FLOAT, -3.9), 0x1p-22);
  EXPECT_EQ(UlpOf(ACL_FLOAT, 0), 0x1p-149);
  EXPECT_EQ(UlpOf(ACL_FLOAT, 0x1p-140), 0x1p-149);
  EXPECT_EQ(UlpOf(ACL_FLOAT16, 1.0), 0x1p-10);
  EXPECT_EQ(UlpOf(ACL_FLOAT16, 0x1p-20), 0x1p-24);
  EXPECT_EQ(UlpOf(ACL_BF16, 1.0), 0x1p-7);
  EXPECT_EQ(UlpOf(ACL_BF16, 1e-40), 0x1p-133);
  EXPECT_EQ(UlpOf(ACL_INT8, 100.0), 1);
}

TEST(Ulp, ElementValueAndHexAgreeForAllHalves) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
    for (int bits = 0; bits < 65536; ++bits) {
      const auto element = static_cast<uint16_t>(bits);
      const double value = ElementValue(dtype, &element);
      if (std::isnan(value)) continue;
      EXPECT_EQ(ValueHex(dtype, value), ElementHex(dtype, &element));
      EXPECT_EQ(RoundTo(dtype, value), value);
      if (dtype == ACL_BF16) {
        const uint32_t wide = static_cast<uint32_t>(element) << 16;
        float same;
        std::memcpy(&same, &wide, 4);
        EXPECT_EQ(value, same);
      } else {
        _Float16 same;
        std::memcpy(&same, &element, 2);
        EXPECT_EQ(value, static_cast<double>(same));
      }
    }
  }
  const float one = 1;
  EXPECT_EQ(ElementHex(ACL_FLOAT, &one), "0x3f800000");
  EXPECT_EQ(ValueHex(ACL_FLOAT, 1), "0x3f800000");
  EXPECT_EQ(ValueHex(ACL_FLOAT, -kInf), "0xff800000");
  EXPECT_EQ(ValueHex(ACL_FLOAT, kNan), "0x7fc00000");
  EXPECT_EQ(ValueHex(ACL_INT8, -1), "0xff");
  EXPECT_EQ(ValueHex(ACL_DOUBLE, 1), "0x3ff0000000000000");
}

TEST(Ulp, RoundsLikeTheHardware) {
  for (double value : {1.0 + 0x1p-24, 1.0 + 0x1.8p-23, 0x1.fffffefp127, 0x1.ffffffp127, 0x1p-150,
                       0x1.000002p-150, -0x1.8p-149, 3.3e-39}) {
    EXPECT_EQ(RoundTo(ACL_FLOAT, value), static_cast<float>(value)) << value;
    EXPECT_EQ(RoundTo(ACL_FLOAT16, value * 0.7),
              static_cast<double>(static_cast<_Float16>(value * 0.7)))
        << value;
  }
  EXPECT_EQ(RoundTo(ACL_FLOAT16, 65519.99), 65504);
  EXPECT_EQ(RoundTo(ACL_FLOAT16, 65520), kInf);
  EXPECT_EQ(RoundTo(ACL_BF16, 1 + 0x1p-8), 1);
  EXPECT_EQ(RoundTo(ACL_BF16, 1 + 0x1.8p-7), 1 + 0x1p-6);
  EXPECT_EQ(RoundTo(ACL_INT8, 2.5), 2);
  EXPECT_EQ(RoundTo(ACL_INT8, 3.5), 4);
  EXPECT_EQ(RoundTo(ACL_INT8, 200), 127);
  EXPECT_EQ(RoundTo(ACL_INT32, -1e10), -0x1p31);
}

TEST(Ulp, ErrorRules) {
  const struct {
    aclDataType dtype;
    double got, truth, truth_ulp, error;
  } kRows[] = {
      {ACL_FLOAT, 1, 1, 0, 0},
      {ACL_FLOAT, 1 + 0x1p-23, 1, 0, 1},
      {ACL_FLOAT, 1, 1 + 0x1p-24, 0, 0.5},
      // NaN meets NaN and nothing else.
      {ACL_FLOAT, kNan, kNan, 0, 0},
      {ACL_FLOAT, 0, kNan, 0, kInf},
      {ACL_FLOAT, kNan, 0, 0, kInf},
      {ACL_FLOAT, kNan, kInf, 0, kInf},
      {ACL_FLOAT, kInf, kNan, 0, kInf},
      // Infinity meets the same infinity.
      {ACL_FLOAT, kInf, kInf, 0, 0},
      {ACL_FLOAT, -kInf, kInf, 0, kInf},
      {ACL_FLOAT, kFloatMax, kInf, 0, kInf},
      {ACL_FLOAT, kInf, 1, 0, kInf},
      // The overflow threshold: the tie itself overflows.
      {ACL_FLOAT, kInf, 0x1.ffffffp127, 0, 0},
      {ACL_FLOAT, kFloatMax, 0x1.ffffffp127, 0, kInf},
      {ACL_FLOAT, kInf, 0x1.fffffefp127, 0, kInf},
      {ACL_FLOAT, kFloatMax, 0x1.fffffefp127, 0, 0.46875},
      {ACL_FLOAT, -kInf, 1e39, 0, kInf},
      {ACL_FLOAT, kInf, 0x1.ffffffp127, 0.001, 0},
      {ACL_FLOAT, kFloatMax, 0x1.ffffffp127, 0.001, 0.5},
      {ACL_FLOAT16, kInf, 65520, 0, 0},
      {ACL_FLOAT16, 65504, 65519, 0, 15.0 / 32},
      {ACL_BF16, kInf, kFloatMax, 0, 0},
      // Zeros of both signs are equal; a wrong sign elsewhere is not.
      {ACL_FLOAT, -0.0, 0.0, 0, 0},
      {ACL_FLOAT, 0x1p-149, -0x1p-149, 0, 2},
      {ACL_FLOAT, -1, 1, 0, 0x1p24},
      // Subnormals: the unit is the least subnormal; a flush to zero shows.
      {ACL_FLOAT, 0, 0x1p-149 * 100, 0, 100},
      {ACL_FLOAT, 0x1p-149, 0x1p-150, 0, 0.5},
      {ACL_FLOAT16, 0, 0x1p-20, 0, 16},
      {ACL_BF16, 0, 1e-40, 0, 1e-40 / 0x1p-133},
      // Integers are exact, nearest even, saturated.
      {ACL_INT8, 2, 2.5, 0, 0},
      {ACL_INT8, 3, 2.5, 0, 1},
      {ACL_INT8, 3, 2.5, 1e-6, 0},
      {ACL_INT8, 127, 1000, 0, 0},
      {ACL_INT8, -128, 1000, 0, 255},
      {ACL_INT32, 2147483647, 3e9, 0, 0},
      {ACL_INT8, 0, kNan, 0, 0},
      {ACL_INT8, 1, kNan, 0, kInf},
  };
  for (const auto& row : kRows) {
    EXPECT_EQ(UlpError(row.dtype, row.got, row.truth, row.truth_ulp), row.error)
        << row.got << " against " << row.truth;
  }
}

std::vector<double> Line(int count) {
  std::vector<double> truth(count);
  for (int i = 0; i < count; ++i) truth[i] = 1 + i / 1000.0;
  return truth;
}

TEST(Compare, CountsAndFindsTheWorst) {
  const std::vector<double> truth = Line(1000);
  std::vector<float> got(truth.begin(), truth.end());
  Comparison verdict = Compare(ACL_FLOAT, got.data(), truth, {.ulp = 0.5});
  EXPECT_TRUE(verdict.passed());
  EXPECT_EQ(verdict.count, 1000);
  EXPECT_EQ(verdict.inexact, 0);
  EXPECT_EQ(verdict.histogram[0], 1000);
  EXPECT_LE(verdict.max_ulp, 0.5);
  EXPECT_GT(verdict.max_ulp, 0.4);

  got[77] = std::nextafter(got[77], 2.0f);
  got[500] = NAN;
  got[3] += 0x1p-23f * 50;
  verdict = Compare(ACL_FLOAT, got.data(), truth, {.ulp = 0.5});
  EXPECT_FALSE(verdict.passed());
  EXPECT_EQ(verdict.failed, 3);
  EXPECT_EQ(verdict.failures, (std::vector<int64_t>{3, 77, 500}));
  EXPECT_EQ(verdict.worst, 500);
  EXPECT_EQ(verdict.max_ulp, kInf);
  EXPECT_EQ(verdict.inexact, 3);
  EXPECT_EQ(verdict.histogram[5], 1);
  EXPECT_EQ(verdict.histogram[4], 1);
  EXPECT_TRUE(Compare(ACL_FLOAT, got.data(), {}, {}).passed());
}

TEST(Compare, FailuresAreListedAtMostTenTimes) {
  const std::vector<float> got(100, 0);
  const Comparison verdict = Compare(ACL_FLOAT, got.data(), Line(100), {.ulp = 2});
  EXPECT_EQ(verdict.failed, 100);
  EXPECT_EQ(verdict.failures.size(), Comparison::kMaxFailures);
}

// A store that cuts off instead of rounding stays within one ULP everywhere: only the share of
// inexact results shows it.
TEST(Compare, TruncatingStoreShowsInTheShareOfInexactResults) {
  const std::vector<double> truth = Line(1000);
  std::vector<uint16_t> got(truth.size());
  for (size_t i = 0; i < truth.size(); ++i) {
    const auto value = static_cast<float>(truth[i]);
    uint32_t bits;
    std::memcpy(&bits, &value, 4);
    got[i] = static_cast<uint16_t>(bits >> 16);
  }
  const Comparison loose = Compare(ACL_BF16, got.data(), truth, {.ulp = 1});
  EXPECT_TRUE(loose.passed());
  EXPECT_GT(loose.inexact_share(), 0.4);
  EXPECT_FALSE(Compare(ACL_BF16, got.data(), truth, {.ulp = 0.5}).passed());
}

TEST(Compare, TheTruthsOwnErrorIsAdded) {
  const float got = 1;
  const double truth = 1 + 0x1p-24 + 0x1p-30;
  EXPECT_FALSE(Compare(ACL_FLOAT, &got, {truth}, {.ulp = 0.5}).passed());
  EXPECT_TRUE(Compare(ACL_FLOAT, &got, {truth}, {.ulp = 0.5, .truth_ulp = 0.01}).passed());
}

std::vector<char> Bytes(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()),
          reinterpret_cast<const char*>(values.data() + values.size())};
}

TEST(FirstDifference, ComparesBits) {
  EXPECT_EQ(FirstDifference(ACL_FLOAT, Bytes({1, 2, NAN}), Bytes({1, 2, -NAN})), -1);
  EXPECT_EQ(FirstDifference(ACL_FLOAT, Bytes({1, 2, 3}), Bytes({1, 2, NAN})), 2);
  EXPECT_EQ(FirstDifference(ACL_FLOAT, Bytes({0.0f}), Bytes({-0.0f})), 0);
  EXPECT_EQ(FirstDifference(ACL_FLOAT, Bytes({}), Bytes({})), -1);
  EXPECT_EQ(FirstDifference(ACL_FLOAT, Bytes({1}), Bytes({1, 2})), 0);
}

TEST(DigestOf, IsThatOfTheBits) {
  const uint64_t digest = DigestOf(ACL_FLOAT, Bytes({1, 2, NAN}));
  EXPECT_EQ(digest, DigestOf(ACL_FLOAT, Bytes({1, 2, -NAN})));
  for (const std::vector<float>& others : std::vector<std::vector<float>>{
           {1, 2, 3}, {2, 1, NAN}, {1, 2}, {std::nextafter(1.0f, 2.0f), 2, NAN}})
    EXPECT_NE(digest, DigestOf(ACL_FLOAT, Bytes(others)));
  EXPECT_NE(DigestOf(ACL_FLOAT, Bytes({0.0f})), DigestOf(ACL_FLOAT, Bytes({-0.0f})));
  // FNV-1a of "a", as published.
  EXPECT_EQ(DigestOf(ACL_INT8, std::vector<char>{'a'}), 0xaf63dc4c8601ec8cu);
}

TEST(Formats, Limits) {
  EXPECT_EQ(LargestFinite(ACL_FLOAT16), 65504);
  EXPECT_EQ(LargestFinite(ACL_BF16), 0x1.FEp127);
  EXPECT_EQ(LargestFinite(ACL_FLOAT), std::numeric_limits<float>::max());
  EXPECT_EQ(LargestFinite(ACL_DOUBLE), std::numeric_limits<double>::max());
  EXPECT_EQ(LeastNormal(ACL_FLOAT16), 0x1p-14);
  EXPECT_EQ(LeastNormal(ACL_BF16), 0x1p-126);
  EXPECT_EQ(LeastNormal(ACL_FLOAT), std::numeric_limits<float>::min());
}

TEST(WideTypes, AreComparedWithTheSumOfTwoDoubles) {
  const int64_t integers[] = {INT64_MAX, INT64_MIN, (int64_t{1} << 60) + 1, (int64_t{1} << 60) + 2};
  const double high[] = {0x1p63, -0x1p63, 0x1p60, 0x1p60}, low[] = {-1, 0, 1, 1};
  const Comparison verdict = Compare(ACL_INT64, integers, high, {}, low);
  EXPECT_EQ(verdict.failed, 1);
  EXPECT_EQ(verdict.failures, (std::vector<int64_t>{3}));
  EXPECT_EQ(verdict.max_ulp, 1);
  const uint64_t unsigned_max = UINT64_MAX;
  EXPECT_EQ(UlpErrorOfElement(ACL_UINT64, &unsigned_max, 0x1p64, -1, 0), 0);

  const double got[] = {1, 1 + 0x1p-52, HUGE_VAL}, truth[] = {1, 1, 1},
               rest[] = {0x1p-54, 0x1p-54, 0};
  const Comparison doubles = Compare(ACL_DOUBLE, got, truth, {.ulp = 0.5}, rest);
  EXPECT_EQ(doubles.failures, (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(UlpErrorOfElement(ACL_DOUBLE, &got[0], 1, 0x1p-54, 0), 0.25);
}

TEST(Bool, IsOneByteOfZeroOrOne) {
  const unsigned char got[] = {0, 1, 2, 255};
  const double truth[] = {0, 1, 1, 1};
  EXPECT_EQ(Compare(ACL_BOOL, got, truth, {}).failures, (std::vector<int64_t>{2, 3}));
}

}  // namespace
}  // namespace openaclnn::testing
