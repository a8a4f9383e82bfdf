// What a case came to, and what the vendor's own accuracy standard would say of its results
// (docs/golden_format.md, "Verdicts").
#ifndef OPENACLNN_TESTING_VERDICTS_H_
#define OPENACLNN_TESTING_VERDICTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "acl/acl_base_rt.h"

namespace openaclnn::testing {

enum class CaseStatus {
  kUntested,  // nothing was compared; counts as a failure
  kPassed,  // every element within the spec's bound, in every configuration; or refused as the spec
            // says
  kFailed,  // anything else
  kSkipped,     // for one of the reasons below, and no other
  kMistrusted,  // the case could not have failed; counts as a failure
};
const char* StatusName(CaseStatus status);  // "PASSED"

// The closed list of reasons why a case may be SKIPPED.
enum class SkipReason {
  kNone,
  kKnownFailure,  // it failed, and known_failures of spec.yaml says that it does and why
  kOtherProduct,  // returned results: the device they come from is another product
  kNoFunction,    // returned results: the library they come from lacks the function
  kNotReturned,   // returned results: the case is not among them
};
const char* SkipReasonName(SkipReason reason);  // "known_failure"; "" for kNone
// The reason with this name; kNone if there is none.
SkipReason SkipReasonFromName(absl::string_view name);

// Why results of which this is the truth cannot be trusted to show a fault, or "" if they can. Of
// 16 or more results more than half are infinite or NaN, or more than half round to one value of
// the type, or all do. `few_values`: there are two or three results, because they or an input are
// bool or the spec says so. Then 64 or more are mistrusted, if more than 95 % are equal or NaN.
std::string WhyMistrusted(aclDataType dtype, absl::Span<const double> truth,
                          bool few_values = false);

// A verdict of the vendor's standard. It decides nothing here.
struct VendorVerdict {
  const char* standard;  // name and version: "cann-mixed@2026-09"
  bool passed = false;
  double matching_share = 0;  // cann-mixed: of elements within atol + rtol |g|
  double max_abs_error = 0;   // cann-mixed
  double mean_rel_error = 0;  // cann-mere-mare
  double max_rel_error = 0;   // cann-mere-mare
};

// The verdicts on `got`, whose elements stand one after the other, against g, the truth rounded to
// the type:
// - cann-mixed@2026-09: |a - g| <= atol + rtol |g| for at least 99 % of the elements, and
//   |a - g| <= max(fixed, 32 ULP(g)) for all;
// - cann-mere-mare@en: mean relative error < T and greatest relative error < 10 T.
// Constants: facts/conformance.md. A NaN must meet a NaN and an infinity the same infinity: the
// error is 0 then, and infinite otherwise; so is the relative error of a result that should be 0.
// Empty for types the standard does not cover, which are all but float32, float16 and bfloat16; no
// elements pass.
std::vector<VendorVerdict> VendorVerdicts(aclDataType dtype, const void* got,
                                          absl::Span<const double> truth);

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_VERDICTS_H_
