// Checks a vector form of ops/math at every float32 input, against the bounds it is registered
// with.
//
// --arithmetic=double: the default mode's double form against the oracle, for the gradient 1. Fails
// if more inputs of a shard are not correctly rounded than the form says, or if one is off by more.
//
// --arithmetic=float: the default mode's float form against that double form, which is right to
// 2^-46, so that a sweep takes seconds and not minutes. Two errors of normal results are reported:
// in ULP for the gradient 1, and the greatest that any gradient can make of it: half an ULP for the
// product, and the relative error of the derivative in units of 2^-24. That unit is an ULP where
// the product lies just below a power of two. The double form of high_precision must round to the
// same float32.
//
// --arithmetic=float64: the form for float64 tensors against the oracle, at --draws inputs of
// random bits and as many inside the form's ranges and near its points.
#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/numbers.h"
#include "testing/oracle/oracle.h"
#include "testing/oracle/register.h"
#include "testing/vector_forms/vector_forms.h"

ABSL_FLAG(std::string, function, "", "name of the vector form");
ABSL_FLAG(std::string, arithmetic, "double", "double, float or float64");
ABSL_FLAG(int64_t, draws, 5000000, "random inputs of --arithmetic=float64, over all shards");
ABSL_FLAG(int64_t, stride, 1, "checks only every so many-th block");
ABSL_FLAG(int64_t, first, 0, "checks only from this block on: the upper 16 bits of its inputs");
ABSL_FLAG(int64_t, last, (1 << 16) - 1, "checks only up to this block");

namespace openaclnn::testing {
namespace {

constexpr int64_t kBlocks = int64_t{1} << 16;
constexpr uint32_t kBlockSize = 1 << 16;
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

// Sets the second operand, if the form has one: for the magnitude of x, as an exponent of which
// most powers are numbers of its type, whose exponents are at most `limit`; of float32 if that is
// what x is.
void DrawSecond(const VectorForm& form, double x, double limit, std::mt19937_64& random) {
  if (form.second == nullptr) return;
  const double unit = static_cast<double>(random() >> 11) * 0x1p-53;
  const double binary = std::abs(std::log2(std::abs(x)));
  switch (random() % 4) {
    case 0:
      *form.second = unit * 8 - 4;
      break;
    case 1:
      *form.second = std::floor(unit * 24) - 12;
      break;
    default:
      *form.second =
          std::isfinite(binary) && binary > 0 ? (unit * 2.2 - 1.1) * limit / binary : unit;
  }
  if (limit < 1000) *form.second = static_cast<float>(*form.second);
}

// Fills `x` with the inputs of each block of this shard (every --stride-th) in turn and calls
// `check`. Each block has another second operand, if there is one. Prints every ten seconds how far
// it is and how many inputs were `wrong`.
void ForEachBlock(const VectorForm& form, std::vector<float>& x, absl::FunctionRef<void()> check,
                  absl::FunctionRef<int64_t()> wrong) {
  TouchShardStatusFile();
  x.resize(kBlockSize);
  const auto start = std::chrono::steady_clock::now();
  int64_t next_report = 10;
  const int64_t step = EnvironmentNumber("TEST_TOTAL_SHARDS", 1) * absl::GetFlag(FLAGS_stride);
  const int64_t first = absl::GetFlag(FLAGS_first),
                end = std::min(absl::GetFlag(FLAGS_last) + 1, kBlocks);
  for (int64_t block = first + EnvironmentNumber("TEST_SHARD_INDEX", 0); block < end;
       block += step) {
    for (uint32_t i = 0; i < kBlockSize; ++i)
      x[i] = std::bit_cast<float>(static_cast<uint32_t>(block) * kBlockSize + i);
    std::mt19937_64 random(static_cast<uint64_t>(block));
    DrawSecond(form, x[random() % kBlockSize], 149, random);
    check();
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (seconds < static_cast<double>(next_report)) continue;
    next_report += 10;
    std::printf("%3.0f %% in %.0f s, %lld wrong\n",
                100.0 * static_cast<double>(block - first) / static_cast<double>(end - first),
                seconds, static_cast<long long>(wrong()));
    std::fflush(stdout);
  }
}

// For messages.
std::string Second(const VectorForm& form) {
  if (form.second == nullptr) return "";
  char text[40];
  std::snprintf(text, sizeof(text), ", %a", *form.second);
  return text;
}

int SweepDouble(const VectorForm& form) {
  const std::vector<float> grad(kBlockSize, 1.0f);
  std::vector<float> x;
  std::vector<double> got(kBlockSize);
  int64_t checked = 0, wrong = 0;
  double worst_ulp = 0;
  const auto check = [&] {
    form.in_double(grad.data(), x.data(), got.data(), kBlockSize, InDouble::kDefaultMode);
    for (uint32_t i = 0; i < kBlockSize; ++i) {
      ++checked;
      const float rounded = static_cast<float>(got[i]);
      const double want = form.Exact(1, x[i], Format::kFloat32);
      if (rounded == want || (std::isnan(rounded) && std::isnan(want))) continue;
      const double exact = form.Exact(1, x[i], Format::kFloat64);
      const double ulp = UlpError(rounded, exact, Format::kFloat32);
      worst_ulp = std::max(worst_ulp, ulp);
      if (++wrong > kMaxPrinted) continue;
      std::printf("x = %a%s: got %a, want %a, exact %a, error %.12f ULP\n", x[i],
                  Second(form).c_str(), rounded, want, exact, ulp);
      std::fflush(stdout);
    }
  };
  ForEachBlock(form, x, check, [&] { return wrong; });
  std::printf("%s: %lld inputs of this shard, %lld not correctly rounded, worst of them %.9f ULP\n",
              form.name.c_str(), static_cast<long long>(checked), static_cast<long long>(wrong),
              worst_ulp);
  return wrong <= form.misrounded && worst_ulp <= form.max_ulp ? EXIT_SUCCESS : EXIT_FAILURE;
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

int SweepFloat(const VectorForm& form) {
  const std::vector<float> grad(kBlockSize, 1.0f);
  std::vector<float> x, got(kBlockSize);
  std::vector<double> exact(kBlockSize), precise(kBlockSize);
  std::vector<uint8_t> right(kBlockSize);
  Worst ulp, subnormal_ulp, any_gradient, precise_error;
  int64_t checked = 0, left_to_double = 0, special = 0, rounded_otherwise = 0;
  const auto check_precise = [&](uint32_t i) {
    if (precise[i] == exact[i] || (std::isnan(precise[i]) && std::isnan(exact[i]))) return;
    precise_error.Take(std::abs(precise[i] / exact[i] - 1), x[i]);
    if (static_cast<float>(precise[i]) == static_cast<float>(exact[i]) ||
        ++rounded_otherwise > kMaxPrinted)
      return;
    std::printf("x = %a%s: %a in high_precision, should be %a\n", x[i], Second(form).c_str(),
                precise[i], exact[i]);
  };
  const auto check_float = [&](uint32_t i) {
    ++checked;
    if (!right[i]) {
      ++left_to_double;
      return;
    }
    const float nearest = static_cast<float>(exact[i]);
    if (got[i] == nearest || (std::isnan(got[i]) && std::isnan(exact[i]))) {
      if (std::isnan(exact[i]) || std::isinf(nearest)) return;
    } else if (!std::isfinite(got[i]) || !std::isfinite(nearest)) {
      if (++special <= kMaxPrinted)
        std::printf("x = %a%s: got %a, want %a\n", x[i], Second(form).c_str(), got[i], exact[i]);
      return;
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
  };
  const auto check = [&] {
    form.in_double(grad.data(), x.data(), exact.data(), kBlockSize, InDouble::kDefaultMode);
    form.in_double(grad.data(), x.data(), precise.data(), kBlockSize, InDouble::kHighPrecision);
    form.in_float(grad.data(), x.data(), got.data(), right.data(), kBlockSize);
    for (uint32_t i = 0; i < kBlockSize; ++i) {
      check_precise(i);
      check_float(i);
    }
  };
  ForEachBlock(form, x, check, [&] { return special + rounded_otherwise; });
  std::printf(
      "%s: %lld inputs, %lld of them left to double, %lld special values wrong; worst %.6f ULP at "
      "x = %a (subnormal results: %.6f at %a); "
      "with any gradient at most %.6f ULP, at x = %a; high_precision: %lld not rounded alike, "
      "difference at most 2^%.2f, at x = %a\n",
      form.name.c_str(), static_cast<long long>(checked), static_cast<long long>(left_to_double),
      static_cast<long long>(special), ulp.error, ulp.x, subnormal_ulp.error, subnormal_ulp.x,
      any_gradient.error, any_gradient.x, static_cast<long long>(rounded_otherwise),
      std::log2(precise_error.error), precise_error.x);
  const double reached =
      std::max({ulp.error, subnormal_ulp.error, form.has_gradient ? any_gradient.error : 0});
  return special == 0 && rounded_otherwise == 0 && reached <= form.max_float_ulp ? EXIT_SUCCESS
                                                                                 : EXIT_FAILURE;
}

// Doubles of random bits; or in a range of the form; or near one of its points.
double DrawFloat64(const VectorForm& form, std::mt19937_64& random) {
  const uint64_t bits = random();
  const size_t places = 1 + form.ranges.size() + form.points.size();
  const size_t place = random() % (2 * places);
  if (place >= places) return std::bit_cast<double>(bits);
  if (place == 0)
    return std::ldexp(
        std::bit_cast<double>((bits & ~(uint64_t{0x7ff} << 52)) | (uint64_t{1023} << 52)),
        bits % 120 - 110);
  if (place <= form.ranges.size()) {
    const auto [low, high] = form.ranges[place - 1];
    return low + (static_cast<double>(high) - low) * (static_cast<double>(bits >> 11) * 0x1p-53);
  }
  const double point = form.points[place - 1 - form.ranges.size()];
  return point * (1 + std::ldexp(static_cast<double>(bits >> 11) * 0x1p-53 - 0.5,
                                 -static_cast<int>(bits % 50)));
}

int SweepFloat64(const VectorForm& form) {
  TouchShardStatusFile();
  if (form.max_float64_ulp == 0) {
    std::printf("%s promises nothing for float64\n", form.name.c_str());
    return EXIT_SUCCESS;
  }
  std::mt19937_64 random(static_cast<uint64_t>(EnvironmentNumber("TEST_SHARD_INDEX", 0)));
  std::vector<double> x(kBlockSize), got(kBlockSize);
  const int64_t draws = absl::GetFlag(FLAGS_draws) / EnvironmentNumber("TEST_TOTAL_SHARDS", 1);
  int64_t checked = 0, misrounded = 0;
  double worst = 0, worst_at = 0;
  const size_t together = form.second == nullptr ? kBlockSize : 16;
  for (; checked < draws; checked += static_cast<int64_t>(together)) {
    for (size_t i = 0; i < together; ++i) x[i] = DrawFloat64(form, random);
    DrawSecond(form, x[0], 1074, random);
    form.of_float64(x.data(), got.data(), together);
    for (size_t i = 0; i < together; ++i) {
      const double want = form.Exact(1, x[i], Format::kFloat64);
      if (got[i] == want || (std::isnan(got[i]) && std::isnan(want))) continue;
      ++misrounded;
      const double ulp =
          UlpErrorOfFloat64(got[i], OracleToCompareFloat64(form.oracle(), form.Operands(x[i])));
      if (ulp <= worst) continue;
      worst = ulp;
      worst_at = x[i];
    }
  }
  std::printf("%s: %lld inputs, %lld not correctly rounded, worst of them %.4f ULP, at x = %a\n",
              form.name.c_str(), static_cast<long long>(checked),
              static_cast<long long>(misrounded), worst, worst_at);
  return worst <= form.max_float64_ulp ? EXIT_SUCCESS : EXIT_FAILURE;
}

int Run() {
  const VectorForm* form = FindVectorForm(absl::GetFlag(FLAGS_function));
  if (form == nullptr) {
    std::printf("--function: there is no form '%s'; there are",
                absl::GetFlag(FLAGS_function).c_str());
    for (const VectorForm& other : VectorForms()) std::printf(" %s", other.name.c_str());
    std::printf("\n");
    return EXIT_FAILURE;
  }
  const std::string arithmetic = absl::GetFlag(FLAGS_arithmetic);
  if (arithmetic == "double") return SweepDouble(*form);
  if (arithmetic == "float") return SweepFloat(*form);
  if (arithmetic == "float64") return SweepFloat64(*form);
  std::printf("--arithmetic is '%s'; it can be double, float or float64\n", arithmetic.c_str());
  return EXIT_FAILURE;
}

}  // namespace
}  // namespace openaclnn::testing

int main(int argc, char** argv) {
  absl::ParseCommandLine(argc, argv);
  return openaclnn::testing::Run();
}
