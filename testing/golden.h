// Golden data of an operator as the conformance tests use them: truths, and what may be wrong by.
#ifndef OPENACLNN_TESTING_GOLDEN_H_
#define OPENACLNN_TESTING_GOLDEN_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "nlohmann/json.hpp"
#include "testing/cases.h"
#include "testing/conformance.h"
#include "testing/safetensors.h"
#include "testing/ulp.h"

namespace openaclnn::testing {

// The truth of an output as a sum of two doubles; `low` is empty for types that one is enough for.
struct Truth {
  std::vector<double> high, low;
  double LowAt(int64_t place) const { return low.empty() ? 0 : low[static_cast<size_t>(place)]; }
};

// The truth of an output of a record, whose high part is `stored`.
Truth ReadTruth(const SafeTensors& golden, const StoredTensor& stored, const std::string& values,
                const std::string& output);

// Opens the golden file and its MANIFEST.json, if a case of the file needs them.
absl::Status OpenGolden(const ConformanceOptions& options, const CaseFile& file,
                        std::optional<SafeTensors>& golden, nlohmann::json& manifest);

// The outputs ("<values>/<output>") of which so little can be said that a wrong kernel might pass,
// and why.
std::map<std::string, std::string> FindMistrusted(const CaseFile& file, const SafeTensors& golden);

// Whose bounds in the spec apply. Results from elsewhere have no mode: the first one's.
struct BoundsKey {
  std::string backend;
  std::optional<std::string> mode;
};

// What the output of a record may be wrong by.
absl::StatusOr<Tolerance> ToleranceOf(const BoundsKey& key, const CaseFile& file,
                                      const SafeTensors& golden, const nlohmann::json& manifest,
                                      const std::string& values, const Output& output);

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_GOLDEN_H_
