// What the sweeps over all float32 inputs share: the flags that say what is swept, and how the inputs are cut into shards.
//
// The inputs are cut into blocks of 2^16 consecutive bit patterns, and block i belongs to shard i mod TEST_TOTAL_SHARDS, so that the hard
// regions are spread evenly. Without Bazel's sharding variables it is one shard.
#ifndef OPENACLNN_TESTING_SWEEP_SWEEP_H_
#define OPENACLNN_TESTING_SWEEP_SWEEP_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "ops/math/evaluate.h"

namespace openaclnn::testing {

inline constexpr uint32_t kBlockSize = 1 << 16;

// The function of --function; if there is none of this name, says so and returns nothing.
std::optional<Function> SweptFunction();

// Fills `x` with the inputs of each block of this shard (every --stride-th) in turn and calls `check`. Says every
// ten seconds how far it is and how many inputs were `wrong`.
void ForEachBlock(std::vector<float>& x, absl::FunctionRef<void()> check, absl::FunctionRef<int64_t()> wrong);

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_SWEEP_SWEEP_H_
