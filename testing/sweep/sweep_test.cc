// Compares a function of ops/math with the oracle at every float32 input, for the gradient 1.
//
// The inputs are cut into blocks of 2^16 consecutive bit patterns, and block i belongs to shard i mod TEST_TOTAL_SHARDS, so that the hard
// regions are spread evenly. Without Bazel's sharding variables it is one shard. Fails if more than --allowed inputs of a shard are not
// correctly rounded, or if one is off by more than 0.500002 ULP.
#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/strings/numbers.h"
#include "ops/math/evaluate.h"
#include "testing/oracle/oracle.h"

ABSL_FLAG(std::string, function, "GeluErfDerivative", "which function of ops/math");
ABSL_FLAG(int64_t, allowed, 0, "how many inputs of a shard may miss the correct rounding");
ABSL_FLAG(int64_t, stride, 1, "checks only every so many-th block");
ABSL_FLAG(int64_t, begin, 0, "first block, that is the upper half of the first bit pattern");
ABSL_FLAG(int64_t, end, 1 << 16, "the block after the last");

namespace openaclnn {
namespace {

constexpr uint32_t kBlockSize = 1 << 16;
constexpr double kMaxUlp = 0.500002;
constexpr int kMaxPrinted = 20;

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

class Sweep {
 public:
  explicit Sweep(Function function) : function_(function), grad_(kBlockSize, 1.0f), x_(kBlockSize), got_(kBlockSize) {}

  void CheckBlock(uint32_t block) {
    for (uint32_t i = 0; i < kBlockSize; ++i) x_[i] = std::bit_cast<float>(block * kBlockSize + i);
    EvaluateOnChosenTarget(function_, grad_.data(), x_.data(), got_.data(), kBlockSize);
    for (uint32_t i = 0; i < kBlockSize; ++i) CheckElement(x_[i], static_cast<float>(got_[i]));
    checked_ += kBlockSize;
  }

  int64_t checked() const { return checked_; }
  int64_t wrong() const { return wrong_; }
  double worst_ulp() const { return worst_ulp_; }

 private:
  void CheckElement(float x, float got) {
    const double want = OracleRounded(function_, 1, x, Format::kFloat32);
    if (got == want || (std::isnan(got) && std::isnan(want))) return;
    ++wrong_;
    const double exact = OracleRounded(function_, 1, x, Format::kFloat64);
    const double ulp = UlpError(got, exact, Format::kFloat32);
    worst_ulp_ = std::max(worst_ulp_, ulp);
    if (wrong_ > kMaxPrinted) return;
    std::printf("x = %a: got %a, want %a, exact %a, error %.12f ULP\n", x, got, want, exact, ulp);
    std::fflush(stdout);
  }

  Function function_;
  std::vector<float> grad_;
  std::vector<float> x_;
  std::vector<double> got_;
  int64_t checked_ = 0;
  int64_t wrong_ = 0;
  double worst_ulp_ = 0;
};

int Run() {
  TouchShardStatusFile();
  const std::string name = absl::GetFlag(FLAGS_function);
  const auto function = std::find_if(AllFunctions().begin(), AllFunctions().end(), [&](Function f) { return name == FunctionName(f); });
  if (function == AllFunctions().end()) {
    std::printf("no function %s\n", name.c_str());
    return EXIT_FAILURE;
  }
  const int64_t shards = EnvironmentNumber("TEST_TOTAL_SHARDS", 1);
  const int64_t shard = EnvironmentNumber("TEST_SHARD_INDEX", 0);
  const int64_t step = shards * absl::GetFlag(FLAGS_stride);

  Sweep sweep(*function);
  const auto start = std::chrono::steady_clock::now();
  int64_t next_report = 10;
  const int64_t begin = absl::GetFlag(FLAGS_begin);
  const int64_t end = std::min<int64_t>(absl::GetFlag(FLAGS_end), 1 << 16);
  for (int64_t block = begin + shard; block < end; block += step) {
    sweep.CheckBlock(static_cast<uint32_t>(block));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (seconds < next_report) continue;
    next_report += 10;
    std::printf("%s: %3.0f %% in %.0f s, %lld not correctly rounded\n", name.c_str(),
                100.0 * static_cast<double>(block - begin) / static_cast<double>(end - begin), seconds,
                static_cast<long long>(sweep.wrong()));
    std::fflush(stdout);
  }
  std::printf("%s, shard %lld of %lld: %lld inputs, %lld not correctly rounded, worst of them %.9f ULP\n", name.c_str(),
              static_cast<long long>(shard), static_cast<long long>(shards), static_cast<long long>(sweep.checked()),
              static_cast<long long>(sweep.wrong()), sweep.worst_ulp());
  return sweep.wrong() <= absl::GetFlag(FLAGS_allowed) && sweep.worst_ulp() <= kMaxUlp ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace openaclnn

int main(int argc, char** argv) {
  absl::ParseCommandLine(argc, argv);
  return openaclnn::Run();
}
