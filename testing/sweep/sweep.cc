#include "testing/sweep/sweep.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "absl/flags/flag.h"
#include "absl/strings/numbers.h"

ABSL_FLAG(std::string, function, "GeluErfDerivative", "which function of ops/math");
ABSL_FLAG(int64_t, stride, 1, "checks only every so many-th block");
ABSL_FLAG(int64_t, first, 0, "checks only from this block on: the upper 16 bits of its inputs");
ABSL_FLAG(int64_t, last, (1 << 16) - 1, "checks only up to this block");

namespace openaclnn::testing {
namespace {

constexpr int64_t kBlocks = int64_t{1} << 16;

int64_t EnvironmentNumber(const char* name, int64_t otherwise) {
  const char* text = std::getenv(name);
  int64_t value;
  return text != nullptr && absl::SimpleAtoi(text, &value) ? value : otherwise;
}

// Tells Bazel that this test knows about shards.
void TouchShardStatusFile() {
  const char* path = std::getenv("TEST_SHARD_STATUS_FILE");
  if (path == nullptr) return;
  if (std::FILE* file = std::fopen(path, "w")) std::fclose(file);
}

}  // namespace

std::optional<Function> SweptFunction() {
  const std::string name = absl::GetFlag(FLAGS_function);
  for (Function function : AllFunctions()) {
    if (name == FunctionName(function)) return function;
  }
  std::printf("no function %s\n", name.c_str());
  return std::nullopt;
}

void ForEachBlock(std::vector<float>& x, absl::FunctionRef<void()> check, absl::FunctionRef<int64_t()> wrong) {
  TouchShardStatusFile();
  x.resize(kBlockSize);
  const auto start = std::chrono::steady_clock::now();
  int64_t next_report = 10;
  const int64_t step = EnvironmentNumber("TEST_TOTAL_SHARDS", 1) * absl::GetFlag(FLAGS_stride);
  const int64_t first = absl::GetFlag(FLAGS_first), end = std::min(absl::GetFlag(FLAGS_last) + 1, kBlocks);
  for (int64_t block = first + EnvironmentNumber("TEST_SHARD_INDEX", 0); block < end; block += step) {
    for (uint32_t i = 0; i < kBlockSize; ++i) x[i] = std::bit_cast<float>(static_cast<uint32_t>(block) * kBlockSize + i);
    check();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (seconds < static_cast<double>(next_report)) continue;
    next_report += 10;
    std::printf("%3.0f %% in %.0f s, %lld wrong\n", 100.0 * static_cast<double>(block - first) / static_cast<double>(end - first), seconds,
                static_cast<long long>(wrong()));
    std::fflush(stdout);
  }
}

}  // namespace openaclnn::testing
