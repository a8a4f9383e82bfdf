// Compares a function of ops/math as the default mode computes it, in float32, with the same function in double at every float32 input. The
// double is right to 2^-46, which sweep_test.cc proves against the oracle, so no oracle is needed and a sweep takes seconds.
//
// Two errors are reported for normal results: in ULP for the gradient 1, and the greatest that any gradient can make of it: half an ULP for
// the product, and the relative error of the derivative in units of 2^-24, which is an ULP where the product lies just below a power of
// two.
//
// What high_precision computes, by other means, must round to the same float32 as that double.
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
#include "testing/sweep/sweep.h"

ABSL_FLAG(double, max_ulp, 2, "allowed for the gradient 1");
ABSL_FLAG(double, max_any_gradient, 2, "allowed for any gradient; 0: the function has none");

namespace openaclnn::testing {
namespace {

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
  const std::optional<Function> function = SweptFunction();
  if (!function) return EXIT_FAILURE;
  const std::vector<float> grad(kBlockSize, 1.0f);
  std::vector<float> x, got(kBlockSize);
  std::vector<double> exact(kBlockSize), precise(kBlockSize);
  std::vector<uint8_t> right(kBlockSize);
  Worst ulp, subnormal_ulp, any_gradient;
  int64_t checked = 0, left_to_double = 0, special = 0, rounded_otherwise = 0;
  Worst precise_error;
  const auto check = [&] {
    EvaluateOnChosenTarget(*function, grad.data(), x.data(), exact.data(), kBlockSize, InDouble::kDefaultMode);
    EvaluateOnChosenTarget(*function, grad.data(), x.data(), precise.data(), kBlockSize, InDouble::kHighPrecision);
    for (uint32_t i = 0; i < kBlockSize; ++i) {
      if (precise[i] == exact[i] || (std::isnan(precise[i]) && std::isnan(exact[i]))) continue;
      precise_error.Take(std::abs(precise[i] / exact[i] - 1), x[i]);
      if (static_cast<float>(precise[i]) == static_cast<float>(exact[i])) continue;
      if (++rounded_otherwise <= 10) std::printf("x = %a: %a in high_precision, should be %a\n", x[i], precise[i], exact[i]);
    }
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
  };
  ForEachBlock(x, check, [&] { return special + rounded_otherwise; });
  std::printf(
      "%s: %lld inputs, %lld of them left to double, %lld special values wrong; worst %.6f ULP at x = %a (subnormal results: %.6f at %a); "
      "with any gradient at most %.6f ULP, at x = %a; high_precision: %lld not rounded alike, difference at most 2^%.2f, at x = %a\n",
      FunctionName(*function), static_cast<long long>(checked), static_cast<long long>(left_to_double), static_cast<long long>(special),
      ulp.error, ulp.x, subnormal_ulp.error, subnormal_ulp.x, any_gradient.error, any_gradient.x, static_cast<long long>(rounded_otherwise),
      std::log2(precise_error.error), precise_error.x);
  const double max_any = absl::GetFlag(FLAGS_max_any_gradient);
  const bool passed = special == 0 && rounded_otherwise == 0 && ulp.error <= absl::GetFlag(FLAGS_max_ulp) &&
                      (max_any == 0 || any_gradient.error <= max_any);
  return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace openaclnn::testing

int main(int argc, char** argv) {
  absl::ParseCommandLine(argc, argv);
  return openaclnn::testing::Run();
}
