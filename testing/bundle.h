// One case with all it needs, in one safetensors file: what a failing test leaves behind, and what
// `tools/bazel run //testing:replay` runs again. docs/golden_format.md, "Replay", describes the
// file.
#ifndef OPENACLNN_TESTING_BUNDLE_H_
#define OPENACLNN_TESTING_BUNDLE_H_

#include <functional>
#include <map>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json.hpp"
#include "testing/safetensors.h"

namespace openaclnn::testing {

using Tensors = std::map<std::string, StoredTensor, std::less<>>;

struct Bundle {
  nlohmann::json cases;     // cases.json with one case
  nlohmann::json manifest;  // MANIFEST.json with the error of the case's truth
  nlohmann::json failure;   // where it failed: binary, backend, product, mode, target, what
  Tensors tensors;          // <values>/in/<param>, <values>/truth/<param>, <values>/got/<param>
};

// The case `id` of an operator's cases.json, its record in the golden file (null: it has none), and
// what the MANIFEST says of the truth. Tensors stay the golden file's. NotFoundError if there is no
// such case.
absl::StatusOr<Bundle> ExtractCase(const std::string& cases, absl::string_view id,
                                   const SafeTensors* golden, const nlohmann::json& manifest);

// The file, and its JSON parts back from its metadata. InvalidArgumentError if something is
// missing.
absl::StatusOr<std::string> WriteBundle(const Bundle& bundle);
absl::StatusOr<Bundle> ReadBundle(const SafeTensors& file);

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_BUNDLE_H_
