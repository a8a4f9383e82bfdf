#include "testing/shard.h"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>

#include "gtest/gtest.h"

namespace openaclnn::testing {
namespace {

void Ask(const char* count, const char* index) {
  setenv("TEST_TOTAL_SHARDS", count, 1);
  setenv("TEST_SHARD_INDEX", index, 1);
}

TEST(Shard, WithoutShardsAProcessHasTheWholeTest) {
  unsetenv("TEST_TOTAL_SHARDS");
  const absl::StatusOr<Shard> shard = ReadShard();
  ASSERT_TRUE(shard.ok());
  for (int item = 0; item < 5; ++item) EXPECT_TRUE(shard->Has(item));
}

TEST(Shard, EveryItemIsInOneShardAndBazelIsTold) {
  const std::string status = ::testing::TempDir() + "/shard_status";
  setenv("TEST_SHARD_STATUS_FILE", status.c_str(), 1);
  int has[7] = {};
  for (const char* index : {"0", "1", "2"}) {
    std::filesystem::remove(status);
    Ask("3", index);
    const absl::StatusOr<Shard> shard = ReadShard();
    ASSERT_TRUE(shard.ok());
    EXPECT_TRUE(std::filesystem::exists(status));
    for (int item = 0; item < 7; ++item) has[item] += shard->Has(item);
  }
  for (const int count : has) EXPECT_EQ(count, 1);
}

TEST(Shard, NumbersThatMakeNoSenseAreRejected) {
  for (const auto& [count, index] :
       {std::pair("0", "0"), {"3", "3"}, {"3", "-1"}, {"x", "0"}, {"3", ""}}) {
    Ask(count, index);
    EXPECT_FALSE(ReadShard().ok()) << index << " of " << count;
  }
}

}  // namespace
}  // namespace openaclnn::testing
