// What is known of the cases of a run.
#ifndef OPENACLNN_TESTING_CASE_RESULT_H_
#define OPENACLNN_TESTING_CASE_RESULT_H_

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "nlohmann/json.hpp"
#include "testing/cases.h"
#include "testing/operands.h"
#include "testing/ulp.h"
#include "testing/verdicts.h"

namespace openaclnn::testing {

// What the results file says of one output of a case.
struct OutputVerdict {
  Comparison comparison;
  std::vector<VendorVerdict> vendor;
  nlohmann::ordered_json worst;  // the element with the greatest error, described
  uint64_t digest = 0;           // DigestOf the elements
};

// What is known of a case in one product and mode.
struct CaseResult {
  const Case* test;
  std::string product, mode;
  CaseStatus status = CaseStatus::kUntested;
  std::string note = {};  // why it was skipped, and the like
  SkipReason skipped = SkipReason::kNone;
  std::string what = {}, again = {},
              replay = {};  // of the first failure: its text, and the commands that show it again
  // By name. Cases with the same result have the same verdict.
  std::map<std::string, std::shared_ptr<const OutputVerdict>> outputs = {};
};

// Function, output, type, operand: of what an error profile is.
using ProfileKey = std::array<std::string, 4>;
using ErrorProfiles = std::map<ProfileKey, ErrorProfile>;

// The first result of a record in a mode: every other way to compute it must give the same bits.
struct FirstResult {
  std::string made_by;
  std::vector<char> elements;
};

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_CASE_RESULT_H_
