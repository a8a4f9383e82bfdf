#include "testing/operands.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace openaclnn::testing {
namespace {

using Inputs = std::vector<std::pair<std::string, Dims>>;

TEST(Operands, OfInputsThatBroadcast) {
  const Dims out = {2, 3};
  const auto operands =
      OperandsOf(Inputs{{"a", {2, 3}}, {"b", {3}}, {"c", {2, 1}}, {"d", {}}, {"e", {5}}}, out);
  ASSERT_EQ(operands.size(), 4u) << "e has nothing to do with the output";
  const int64_t want[4][6] = {
      {0, 1, 2, 3, 4, 5}, {0, 1, 2, 0, 1, 2}, {0, 0, 0, 1, 1, 1}, {0, 0, 0, 0, 0, 0}};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(operands[i].name, std::string(1, static_cast<char>('a' + i)));
    EXPECT_EQ(operands[i].input, static_cast<size_t>(i));
    for (int64_t place = 0; place < 6; ++place)
      EXPECT_EQ(operands[i].PlaceOf(out, place), want[i][place]) << i;
  }
}

TEST(Operands, OfAnInputThatIsSplit) {
  const Dims out = {2, 2};
  const auto operands = OperandsOf(Inputs{{"x", {2, 4}}}, out);
  ASSERT_EQ(operands.size(), 2u);
  EXPECT_EQ(operands[0].name, "x (first half)");
  EXPECT_EQ(operands[1].name, "x (second half)");
  const int64_t first[] = {0, 1, 4, 5};
  for (int64_t place = 0; place < 4; ++place) {
    EXPECT_EQ(operands[0].PlaceOf(out, place), first[place]);
    EXPECT_EQ(operands[1].PlaceOf(out, place), first[place] + 2);
  }
}

TEST(Operands, OfAnOutputOfTwoHalves) {
  const Dims out = {4, 3};
  const auto operands = OperandsOf(Inputs{{"gradient", {2, 3}}, {"x", {4, 3}}}, out);
  ASSERT_EQ(operands.size(), 3u);
  for (int64_t place = 0; place < 12; ++place) {
    EXPECT_EQ(operands[0].PlaceOf(out, place), place % 6);
    EXPECT_EQ(operands[1].PlaceOf(out, place), place % 6);
    EXPECT_EQ(operands[2].PlaceOf(out, place), place % 6 + 6);
  }
}

TEST(Bins, CoverTheNumbers) {
  EXPECT_EQ(BinOf(0), 0);
  EXPECT_EQ(BinOf(0x1.fp-13), 0);
  EXPECT_EQ(BinOf(0x1p-12), 1);
  EXPECT_EQ(BinOf(-0x1p-12), -1);
  EXPECT_EQ(BinOf(1), 49);
  EXPECT_EQ(BinOf(1.5), 51);
  EXPECT_EQ(BinOf(-2), -53);
  EXPECT_EQ(BinOf(std::numeric_limits<double>::infinity()), kLastBin);
  EXPECT_EQ(BinOf(-1e300), -kLastBin);
}

TEST(Profile, KeepsTheWorst) {
  ErrorProfile profile;
  AddToProfile(profile, 1, 0.5);
  AddToProfile(profile, 1.01, 2);
  AddToProfile(profile, 1.02, 1);
  AddToProfile(profile, std::nan(""), 7);
  EXPECT_EQ(profile, (ErrorProfile{{49, 2}}));
}

}  // namespace
}  // namespace openaclnn::testing
