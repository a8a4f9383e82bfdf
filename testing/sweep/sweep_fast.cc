// Compares a function of ops/math as the default mode computes it, in float32, with the same function in double at every float32 input. The
// double is right to about 2^-50, which sweep_test.cc proves against the oracle, so no oracle is needed and a sweep takes seconds.
//
// Two errors are reported for normal results: in ULP for the gradient 1, and the greatest that any gradient can make of it: half an ULP for
// the product, and the relative error of the derivative in units of 2^-24, which is an ULP where the product lies just below a power of
// two. Cut into shards as sweep_test.cc.
#include <algorithm>
#include <bit>
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
ABSL_FLAG(double, max_ulp, 2, "allowed for the gradient 1");
ABSL_FLAG(double, max_any_gradient, 2, "allowed for any gradient; 0: the function has none");
ABSL_FLAG(int64_t, stride, 1, "checks only every so many-th block");

namespace openaclnn {
namespace {

constexpr uint32_t kBlockSize = 1 << 16;

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

struct Worst {
  double error = 0;
  float x = 0;

  void Take(double candidate, float at) {
    if (candidate <= error) return;
    error = candidate;
    x = at;
  }
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
  const int64_t step = shards * absl::GetFlag(FLAGS_stride);

  const std::vector<float> grad(kBlockSize, 1.0f);
  std::vector<float> x(kBlockSize), got(kBlockSize);
  std::vector<double> exact(kBlockSize);
  std::vector<uint8_t> right(kBlockSize);
  Worst ulp, subnormal_ulp, any_gradient;
  int64_t checked = 0, left_to_double = 0, special = 0;
  for (int64_t block = EnvironmentNumber("TEST_SHARD_INDEX", 0); block < 1 << 16; block += step) {
    for (uint32_t i = 0; i < kBlockSize; ++i) x[i] = std::bit_cast<float>(static_cast<uint32_t>(block) * kBlockSize + i);
    EvaluateOnChosenTarget(*function, grad.data(), x.data(), exact.data(), kBlockSize);
    EvaluateFastOnChosenTarget(*function, grad.data(), x.data(), got.data(), right.data(), kBlockSize);
    for (uint32_t i = 0; i < kBlockSize; ++i) {
      ++checked;
      if (!right[i]) {
        ++left_to_double;
        continue;
      }
      const float nearest = static_cast<float>(exact[i]);
      if (got[i] == nearest || (std::isnan(got[i]) && std::isnan(exact[i]))) {
        if (std::isnan(exact[i]) || std::isinf(nearest)) continue;
      } else if (!std::isfinite(got[i]) || !std::isfinite(nearest)) {
        if (++special <= 10) std::printf("x = %a: got %a, want %a\n", x[i], got[i], exact[i]);
        continue;
      }
      const double error = std::abs(got[i] - exact[i]);
      const int exponent = exact[i] == 0 ? -126 : std::max(std::ilogb(exact[i]), -126);
      const double in_ulp = std::ldexp(error, 23 - exponent);
      if (std::abs(exact[i]) < 0x1p-126) {
        subnormal_ulp.Take(in_ulp, x[i]);
      } else {
        ulp.Take(in_ulp, x[i]);
        any_gradient.Take(0.5 + error / std::abs(exact[i]) * 0x1p24, x[i]);
      }
    }
  }
  std::printf(
      "%s: %lld inputs, %lld of them left to double, %lld special values wrong; worst %.6f ULP at x = %a (subnormal results: %.6f at %a); "
      "with "
      "any gradient at most %.6f ULP, at x = %a\n",
      name.c_str(), static_cast<long long>(checked), static_cast<long long>(left_to_double), static_cast<long long>(special), ulp.error,
      ulp.x, subnormal_ulp.error, subnormal_ulp.x, any_gradient.error, any_gradient.x);
  const double max_any = absl::GetFlag(FLAGS_max_any_gradient);
  const bool passed = special == 0 && ulp.error <= absl::GetFlag(FLAGS_max_ulp) && (max_any == 0 || any_gradient.error <= max_any);
  return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace openaclnn

int main(int argc, char** argv) {
  absl::ParseCommandLine(argc, argv);
  return openaclnn::Run();
}
