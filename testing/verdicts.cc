#include "testing/verdicts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "runtime/tensor/dtype.h"
#include "testing/ulp.h"

namespace openaclnn::testing {
namespace {

// The same numbers as in tools/golden/golden.py, which refuses such records when they are made.
constexpr size_t kSmall = 16;
constexpr double kMaxSameShare = 0.5;
// The same for results of which there are two or three only.
constexpr double kMaxSameShareOfFew = 0.95;
constexpr size_t kSmallOfFew = 64;

constexpr SkipReason kSkipReasons[] = {SkipReason::kKnownFailure, SkipReason::kOtherProduct,
                                       SkipReason::kNoFunction, SkipReason::kNotReturned};

struct Thresholds {
  double rtol, atol, fixed;  // cann-mixed@2026-09
  double relative;           // T of cann-mere-mare@en
};

std::optional<Thresholds> ThresholdsOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
      return Thresholds{0x1p-9, 0x1p-9, 1e-1, 0x1p-10};
    case ACL_BF16:
      return Thresholds{0x1p-6, 0x1p-6, 1, 0x1p-7};
    case ACL_FLOAT:
      return Thresholds{0x1p-10, 0x1p-16, 1e-2, 0x1p-13};
    default:
      return std::nullopt;
  }
}

constexpr double kMatchingShare = 0.99;
constexpr double kMaxUlp = 32;
constexpr double kMaxToMean = 10;

double AbsoluteError(double got, double golden) {
  if (got == golden || (std::isnan(got) && std::isnan(golden))) return 0;
  const double error = std::fabs(got - golden);
  return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

}  // namespace

const char* StatusName(CaseStatus status) {
  switch (status) {
    case CaseStatus::kUntested:
      return "UNTESTED";
    case CaseStatus::kPassed:
      return "PASSED";
    case CaseStatus::kFailed:
      return "FAILED";
    case CaseStatus::kSkipped:
      return "SKIPPED";
    case CaseStatus::kMistrusted:
      return "MISTRUSTED";
  }
  return "";
}

const char* SkipReasonName(SkipReason reason) {
  switch (reason) {
    case SkipReason::kNone:
      return "";
    case SkipReason::kKnownFailure:
      return "known_failure";
    case SkipReason::kOtherProduct:
      return "other_product";
    case SkipReason::kNoFunction:
      return "no_function";
    case SkipReason::kNotReturned:
      return "not_returned";
  }
  return "";
}

SkipReason SkipReasonFromName(absl::string_view name) {
  for (const SkipReason reason : kSkipReasons) {
    if (name == SkipReasonName(reason)) return reason;
  }
  return SkipReason::kNone;
}

std::string WhyMistrusted(aclDataType dtype, absl::Span<const double> truth, bool few_values) {
  if (truth.size() < (few_values ? kSmallOfFew : kSmall)) return "";
  const auto percent = [&](int64_t part) {
    return absl::StrFormat("%.0f %%", 100.0 * static_cast<double>(part) / truth.size());
  };
  std::map<double, int64_t> counts;
  int64_t unordinary = 0;
  for (const double exact : truth) {
    const double value = RoundTo(dtype, exact);
    // One of two results may be infinite, as log(0) of bool inputs.
    if (std::isfinite(value) || (few_values && !std::isnan(value))) {
      ++counts[value == 0 ? 0 : value];
    } else {
      ++unordinary;
    }
  }
  const double limit =
      (few_values ? kMaxSameShareOfFew : kMaxSameShare) * static_cast<double>(truth.size());
  if (static_cast<double>(unordinary) > limit) {
    return absl::StrCat(percent(unordinary), " of ", truth.size(), " results are infinite or NaN");
  }
  const auto most =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most != counts.end() && (static_cast<double>(most->second) > limit || counts.size() == 1)) {
    return absl::StrCat(percent(most->second), " of ", truth.size(), " results are ", most->first);
  }
  return "";
}

std::vector<VendorVerdict> VendorVerdicts(aclDataType dtype, const void* got,
                                          absl::Span<const double> truth) {
  const std::optional<Thresholds> limits = ThresholdsOf(dtype);
  if (!limits.has_value()) return {};
  VendorVerdict mixed = {.standard = "cann-mixed@2026-09", .passed = true, .matching_share = 1};
  VendorVerdict relative = {.standard = "cann-mere-mare@en", .passed = true};
  const char* element = static_cast<const char*>(got);
  const double count = static_cast<double>(truth.size());
  int64_t matching = 0;
  for (const double exact : truth) {
    const double golden = RoundTo(dtype, exact),
                 error = AbsoluteError(ElementValue(dtype, element), golden);
    element += DTypeBytes(dtype);
    const double size = std::isfinite(golden) ? std::fabs(golden) : 0;
    if (error <= limits->atol + limits->rtol * size) ++matching;
    if (error > std::max(limits->fixed, kMaxUlp * UlpOf(dtype, golden))) mixed.passed = false;
    mixed.max_abs_error = std::max(mixed.max_abs_error, error);
    const double relative_error = error == 0 ? 0 : error / size;  // infinite where golden is 0
    relative.max_rel_error = std::max(relative.max_rel_error, relative_error);
    relative.mean_rel_error += relative_error / count;
  }
  if (!truth.empty()) mixed.matching_share = static_cast<double>(matching) / count;
  mixed.passed = mixed.passed && mixed.matching_share >= kMatchingShare;
  relative.passed = relative.mean_rel_error < limits->relative &&
                    relative.max_rel_error < kMaxToMean * limits->relative;
  return {mixed, relative};
}

}  // namespace openaclnn::testing
