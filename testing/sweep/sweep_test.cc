// Compares a function of ops/math, by its formula in double, with the oracle at every float32 input, for the gradient 1. Fails if more than
// --allowed inputs of a shard are not correctly rounded, or if one is off by more than 0.500002 ULP.
#include "testing/sweep/sweep.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "ops/math/evaluate.h"
#include "testing/oracle/oracle.h"

ABSL_FLAG(int64_t, allowed, 0, "how many inputs of a shard may miss the correct rounding");

namespace openaclnn::testing {
namespace {

constexpr double kMaxUlp = 0.500002;
constexpr int kMaxPrinted = 20;

int Run() {
  const std::optional<Function> function = SweptFunction();
  if (!function) return EXIT_FAILURE;
  const std::vector<float> grad(kBlockSize, 1.0f);
  std::vector<float> x;
  std::vector<double> got(kBlockSize);
  int64_t checked = 0, wrong = 0;
  double worst_ulp = 0;
  const auto check = [&] {
    EvaluateOnChosenTarget(*function, grad.data(), x.data(), got.data(), kBlockSize, InDouble::kDefaultMode);
    for (uint32_t i = 0; i < kBlockSize; ++i) {
      ++checked;
      const float rounded = static_cast<float>(got[i]);
      const double want = OracleRounded(*function, 1, x[i], Format::kFloat32);
      if (rounded == want || (std::isnan(rounded) && std::isnan(want))) continue;
      const double exact = OracleRounded(*function, 1, x[i], Format::kFloat64);
      const double ulp = UlpError(rounded, exact, Format::kFloat32);
      worst_ulp = std::max(worst_ulp, ulp);
      if (++wrong > kMaxPrinted) continue;
      std::printf("x = %a: got %a, want %a, exact %a, error %.12f ULP\n", x[i], rounded, want, exact, ulp);
      std::fflush(stdout);
    }
  };
  ForEachBlock(x, check, [&] { return wrong; });
  std::printf("%s: %lld inputs of this shard, %lld not correctly rounded, worst of them %.9f ULP\n", FunctionName(*function),
              static_cast<long long>(checked), static_cast<long long>(wrong), worst_ulp);
  return wrong <= absl::GetFlag(FLAGS_allowed) && worst_ulp <= kMaxUlp ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace openaclnn::testing

int main(int argc, char** argv) {
  absl::ParseCommandLine(argc, argv);
  return openaclnn::testing::Run();
}
