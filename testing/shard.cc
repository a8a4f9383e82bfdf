#include "testing/shard.h"

#include <cstdlib>
#include <fstream>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"

namespace openaclnn::testing {

absl::StatusOr<Shard> ReadShard() {
  Shard shard;
  const char* count = std::getenv("TEST_TOTAL_SHARDS");
  if (count == nullptr) return shard;
  const char* index = std::getenv("TEST_SHARD_INDEX");
  if (index == nullptr || !absl::SimpleAtoi(count, &shard.count) ||
      !absl::SimpleAtoi(index, &shard.index) || shard.index < 0 || shard.index >= shard.count) {
    return absl::InvalidArgumentError("TEST_TOTAL_SHARDS and TEST_SHARD_INDEX make no sense");
  }
  if (const char* status = std::getenv("TEST_SHARD_STATUS_FILE")) std::ofstream(status).flush();
  return shard;
}

}  // namespace openaclnn::testing
