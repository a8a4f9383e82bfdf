#include "runtime/base/edit_distance.h"

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

TEST(EditDistance, CountsLetters) {
  EXPECT_EQ(EditDistance("", ""), 0u);
  EXPECT_EQ(EditDistance("", "abc"), 3u);
  EXPECT_EQ(EditDistance("abc", ""), 3u);
  EXPECT_EQ(EditDistance("high", "high"), 0u);
  EXPECT_EQ(EditDistance("high", "hugh"), 1u);
  EXPECT_EQ(EditDistance("high", "igh"), 1u);
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3u);
  EXPECT_EQ(EditDistance("ab", "ba"), 2u);
}

}  // namespace
}  // namespace openaclnn
