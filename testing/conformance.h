// Runs the cases of an operator against golden data through the public C API.
#ifndef OPENACLNN_TESTING_CONFORMANCE_H_
#define OPENACLNN_TESTING_CONFORMANCE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
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
  int stop_after = 0;   // no further case is run after so many failures; 0: all are
};

// Bytes before and behind each tensor's storage and the workspace, in the same allocation.
inline constexpr size_t kGuardBytes = 64;

// What is being tested. `last_target` names the Highway target that computed last, `set_chunk` makes the CPU backend cut work into pieces
// of so many elements (runtime/cpu/elementwise.h) and the AI Core backend run blocks in another order, 0 being what they usually do.
struct Implementation {
  absl::Span<const Invocation> invocations;
  const char* (*last_target)();
  void (*set_chunk)(int64_t elements);
};

struct ConformanceCounts {
  int cases = 0, passed = 0, untested = 0;
  bool ok = false;  // all passed, and there was something to run
};

// The selected cases and their golden data, in memory, to be run any number of times.
class ConformanceSuite {
 public:
  static absl::StatusOr<ConformanceSuite> Open(const ConformanceOptions& options);

  const CaseFile& file() const;

  // As RunConformance. Of the options, those that Open did not need are read again.
  ConformanceCounts Run(const ConformanceOptions& options, const Implementation& implementation,
                        absl::FunctionRef<void(absl::string_view)> print) const;

 private:
  struct Data;
  std::shared_ptr<const Data> data_;
};

// Prints every failure (at most ten in full) and one line of statistics. 0 if all selected cases passed; 1 otherwise, also if there was
// none to run, or if one ran without a comparison. Calls aclInit and aclFinalize, so nothing else in the process may have.
int RunConformance(const ConformanceOptions& options, const Implementation& implementation,
                   absl::FunctionRef<void(absl::string_view)> print);

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_CONFORMANCE_H_
