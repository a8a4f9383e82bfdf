#include "runtime/base/format.h"

#include <string>

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

TEST(FormatTest, IsWhatWasAskedFor) {
  EXPECT_EQ(Format("%s has %d of 0x%x", "memory", -3, 255), "memory has -3 of 0xff");
  EXPECT_EQ(Format("%s", ""), "");
}

// Across the size of its buffer nothing is lost.
TEST(FormatTest, MayBeOfAnyLength) {
  for (size_t length : {1022, 1023, 1024, 1025, 5000}) {
    const std::string text = std::string(length - 1, 'a') + "b";
    EXPECT_EQ(Format("%s", text), text) << length;
  }
}

}  // namespace
}  // namespace openaclnn
