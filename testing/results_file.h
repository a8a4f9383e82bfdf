// The results of a run, from which reports are made.
#ifndef OPENACLNN_TESTING_RESULTS_FILE_H_
#define OPENACLNN_TESTING_RESULTS_FILE_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "testing/case_result.h"
#include "testing/cases.h"
#include "testing/output_reports.h"
#include "testing/safetensors.h"

namespace openaclnn::testing {

struct ResultsSource {
  const CaseFile& file;
  absl::Span<const Case> cases;
  const SafeTensors* golden;  // null if no case needs golden data
  const OutputReports& reports;
  const std::string& backend;
  const std::set<std::string>& targets;  // Highway's that computed
  int64_t runs;
  const std::vector<CaseResult>& results;
  const std::map<std::string, ErrorProfiles>& profiles;  // by mode
};

// As JSON.
std::string ResultsText(const ResultsSource& run);

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_RESULTS_FILE_H_
