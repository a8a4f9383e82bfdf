#include "runtime/aicore/access_ranges.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>

#include "gtest/gtest.h"

namespace openaclnn::aicore {
namespace {

struct Access {
  uint64_t begin;
  uint64_t end;
  char name;
};

// The names of what is found in [begin, end), in order.
std::string Names(const AccessRanges<Access>& ranges, uint64_t begin, uint64_t end) {
  std::string names;
  ranges.Find(begin, end, [&](const Access& access) {
    names += access.name;
    return false;
  });
  return names;
}

TEST(AccessRangesTest, NewerAccessesReplaceOlderOnes) {
  AccessRanges<Access> ranges;
  EXPECT_EQ(Names(ranges, 0, 100), "");
  ranges.Insert({10, 40, 'a'});
  ranges.Insert({20, 30, 'b'});
  EXPECT_EQ(Names(ranges, 0, 100), "aba");
  EXPECT_EQ(Names(ranges, 15, 16), "a");
  EXPECT_EQ(Names(ranges, 0, 10), "");
  EXPECT_EQ(Names(ranges, 29, 31), "ba");
  EXPECT_EQ(Names(ranges, 40, 50), "");
  ranges.Insert({5, 20, 'c'});
  EXPECT_EQ(Names(ranges, 0, 100), "cba");
  ranges.Insert({0, 100, 'd'});
  EXPECT_EQ(Names(ranges, 0, 100), "d");
  ranges.Clear();
  EXPECT_EQ(Names(ranges, 0, 100), "");
}

TEST(AccessRangesTest, TheFirstThatIsWanted) {
  AccessRanges<Access> ranges;
  ranges.Insert({0, 10, 'a'});
  ranges.Insert({10, 20, 'b'});
  const Access* const found =
      ranges.Find(0, 20, [](const Access& access) { return access.name == 'b'; });
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->begin, 10U);
  EXPECT_EQ(ranges.Find(0, 20, [](const Access&) { return false; }), nullptr);
}

TEST(AccessRangesTest, AsByteByByte) {
  constexpr uint64_t kBytes = 64;
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    AccessRanges<Access> ranges;
    std::string bytes(kBytes, ' ');
    for (char name = 'a'; name <= 'z'; ++name) {
      const uint64_t begin = random() % kBytes, length = 1 + random() % 16;
      const uint64_t end = std::min(kBytes, begin + length);
      ranges.Insert({begin, end, name});
      bytes.replace(begin, end - begin, end - begin, name);
      std::string found(kBytes, ' ');
      ranges.Find(0, kBytes, [&](const Access& access) {
        for (uint64_t i = access.begin; i < access.end; ++i) {
          EXPECT_EQ(found[i], ' ') << "twice";
          found[i] = access.name;
        }
        return false;
      });
      ASSERT_EQ(found, bytes);
    }
  }
}

}  // namespace
}  // namespace openaclnn::aicore
