// Runs the cases of an operator against golden data through the public C API.
#ifndef OPENACLNN_TESTING_CONFORMANCE_H_
#define OPENACLNN_TESTING_CONFORMANCE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "testing/cases.h"
#include "testing/invoke.h"

namespace openaclnn::testing {

struct ConformanceOptions {
  std::string cases;   // path of cases.json
  std::string golden;  // path of the golden file; its MANIFEST.json stands beside it
  std::string binary;  // label of the binary, for the command that runs a case again
  Selection selection;
  std::string backend = "cpu";
  std::string mode;     // empty: all that the backend has
  std::string target;   // Highway target, such as "AVX2"; empty: all this machine has and the kernels were compiled for
  int threads = 0;      // 0: 1, 2, 3 and 8
  std::string results;  // path of the JSON results; empty: none are written
};

// What is being tested. `last_target` names the Highway target that computed last (runtime/cpu/elementwise.h).
struct Implementation {
  absl::Span<const Invocation> invocations;
  const char* (*last_target)();
};

// Prints every failure (at most ten in full) and one line of statistics. 0 if all selected cases passed; 1 otherwise, also if there was none
// to run, or if one ran without a comparison. Calls aclInit and aclFinalize, so nothing else in the process may have.
int RunConformance(const ConformanceOptions& options, const Implementation& implementation,
                   absl::FunctionRef<void(absl::string_view)> print);

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_CONFORMANCE_H_
