#include "runtime/tensor/range.h"

#include <cstdint>
#include <limits>
#include <optional>

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::optional<int64_t> Integers(int64_t start, int64_t end, int64_t step) {
  return RangeLength(Number::Integer(start), Number::Integer(end), Number::Integer(step),
                     ACL_INT64);
}

std::optional<int64_t> Reals(double start, double end, double step,
                             aclDataType dtype = ACL_DOUBLE) {
  return RangeLength(Number::Real(start), Number::Real(end), Number::Real(step), dtype);
}

TEST(Range, CountsIntegersExactly) {
  EXPECT_EQ(Integers(0, 5, 1), 5);
  EXPECT_EQ(Integers(0, 5, 2), 3);
  EXPECT_EQ(Integers(0, 6, 2), 3);
  EXPECT_EQ(Integers(5, 0, -2), 3);
  EXPECT_EQ(Integers(4, 4, 1), 0);
  EXPECT_EQ(Integers(0, int64_t{1} << 60, 3), ((int64_t{1} << 60) + 2) / 3);  // no double is exact
  EXPECT_EQ(Integers(INT64_MIN, INT64_MAX, INT64_MAX), 3);
  EXPECT_EQ(Integers(INT64_MAX, INT64_MIN, INT64_MIN), 2);
}

TEST(Range, RefusesWhatIsNoRangeOfIntegers) {
  EXPECT_EQ(Integers(0, 5, 0), std::nullopt);
  EXPECT_EQ(Integers(0, 5, -1), std::nullopt);
  EXPECT_EQ(Integers(5, 0, 1), std::nullopt);
  EXPECT_EQ(Integers(INT64_MIN, INT64_MAX, 1), std::nullopt);  // more than any tensor has
}

TEST(Range, TruncatesNumbersOfIntegerTensors) {
  const auto length = [](double start, double end, double step) {
    return RangeLength(Number::Real(start), Number::Real(end), Number::Real(step), ACL_INT32);
  };
  EXPECT_EQ(length(0.9, 5.9, 1.9), 5);
  EXPECT_EQ(length(0, 5, 0.5), std::nullopt);  // step is 0
}

TEST(Range, CountsRealsInDouble) {
  EXPECT_EQ(Reals(0, 1, 0.1), 10);
  EXPECT_EQ(Reals(0, 1, 0.1, ACL_FLOAT), 10);
  EXPECT_EQ(Reals(0, 1.05, 0.25), 5);
  EXPECT_EQ(Reals(1, -1, -0.5), 4);
  EXPECT_EQ(Reals(2, 2, 1), 0);
}

TEST(Range, RefusesWhatIsNoRangeOfReals) {
  EXPECT_EQ(Reals(0, 1, 0), std::nullopt);
  EXPECT_EQ(Reals(0, 1, -0.0), std::nullopt);
  EXPECT_EQ(Reals(0, 1, -0.1), std::nullopt);
  EXPECT_EQ(Reals(1, 0, 0.1), std::nullopt);
  EXPECT_EQ(Reals(0, 1e-49, 1e-50), 10);
  EXPECT_EQ(Reals(0, 1e-49, 1e-50, ACL_FLOAT), std::nullopt);  // step is 0 in float32
  EXPECT_EQ(Reals(0, 1e300, 1e-300), std::nullopt);
  for (const double bad : {kNan, kInfinity, -kInfinity}) {
    EXPECT_EQ(Reals(bad, 1, 1), std::nullopt);
    EXPECT_EQ(Reals(0, bad, 1), std::nullopt);
    EXPECT_EQ(Reals(0, 1, bad), std::nullopt);
  }
}

}  // namespace
}  // namespace openaclnn
