// Bazel's protocol for a test that is split into shards.
#ifndef OPENACLNN_TESTING_SHARD_H_
#define OPENACLNN_TESTING_SHARD_H_

#include <cstdint>

#include "absl/status/statusor.h"

namespace openaclnn::testing {

// One of `count` parts of a test.
struct Shard {
  int64_t index = 0;
  int64_t count = 1;

  bool Has(int64_t item) const { return item % count == index; }
};

// The shard that Bazel asks this process for, which is told that the test can be split; the whole
// test if it asks for none.
absl::StatusOr<Shard> ReadShard();

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_SHARD_H_
