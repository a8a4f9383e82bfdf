// Runs the cases of an operator against golden data through the public C API.
#ifndef OPENACLNN_TESTING_CONFORMANCE_H_
#define OPENACLNN_TESTING_CONFORMANCE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "acl/acl_base_rt.h"
#include "runtime/tensor/shape.h"
#include "testing/cases.h"
#include "testing/invoke.h"

namespace openaclnn::testing {

// One output of a run: its elements, one after the other.
struct Output {
  std::string name;
  aclDataType dtype;
  Dims shape;
  std::vector<char> elements;
  std::vector<char> before = {};  // the elements before the run; empty if nobody knows
};

struct ConformanceOptions {
  std::string cases;   // path of cases.json
  std::string golden;  // path of the golden file; its MANIFEST.json stands beside it
  std::string binary;  // label of the binary, for the command that runs a case again
  Selection selection;
  std::string backend = "cpu";
  std::string mode;     // empty: all that the backend has
  std::string target;   // Highway target, such as "AVX2"; empty: all this machine has and the
                        // kernels were compiled for
  int threads = 0;      // 0: 1, 2, 3 and 8
  std::string results;  // path of the JSON results; empty: none are written
  bool once = false;    // on each target once and in fresh memory, of an executor that runs once
  int stop_after = 0;   // no further case is run after so many failures; 0: all are
  std::vector<std::string>
      first;  // ids of cases to run before the others of their product and mode
  // Asked before each run of a case: true leaves the run out. Null: all are run.
  std::function<bool(const Case& test)> leaves_out = nullptr;
  bool list = false;  // prints the names and products of the selected cases instead of running them
  std::function<bool()> interrupted =
      nullptr;  // asked before each case: true ends the run, which then fails and says how to go on
  bool progress = false;  // says on stderr what runs and what is left
  std::string failures;   // folder for the inputs, outputs and expected values of the failures that
                          // are printed; empty: none
  std::string again;      // command that runs a failing case again; empty: it is made from `binary`
  std::string failures_shown;  // that folder as the user knows it
  // Results that were made elsewhere (testing/driver), in a file: they are compared instead of run.
  // The bounds are those of the backend `bounds`; empty: "aicore" if the spec has it, or else "cpu"
  // (of two modes the first in the alphabet).
  std::string returned, bounds;
  // Sees every output of every run, with the name of the configuration.
  std::function<void(const std::string& configuration, const Output& output)> observe;
};

// The command by which a user runs the cases that `options` selects, of any shard, again.
std::string CommandOf(const ConformanceOptions& options);

// Bytes before and behind each tensor's storage and the workspace, in the same allocation.
inline constexpr size_t kGuardBytes = 64;

// The Highway target of the CPU kernel that ran since this was called last; "" if none did.
const char* TakeElementwiseTarget();

// What is being tested. `take_target` is TakeElementwiseTarget, or stands in for it; `set_chunk`
// makes the CPU backend cut work into pieces of so many elements (runtime/cpu/elementwise.h) and
// the AI Core backend run blocks in another order, 0 being what they usually do.
struct Implementation {
  absl::Span<const Invocation> invocations;
  const char* (*take_target)();
  void (*set_chunk)(int64_t elements);
  aclnnStatus (*set_repeatable)(aclOpExecutor* executor) = &aclSetAclOpExecutorRepeatable;
  aclnnStatus (*destroy_executor)(aclOpExecutor* executor) = &aclDestroyAclOpExecutor;
};

struct ConformanceCounts {
  int cases = 0, passed = 0, untested = 0, skipped = 0;
  bool ok = false;  // all passed or were skipped, and there was something to run
};

// The selected cases and their golden data, in memory, to be run any number of times.
class ConformanceSuite {
 public:
  static absl::StatusOr<ConformanceSuite> Open(const ConformanceOptions& options);

  // The one case of a bundle (bundle.h). `name` stands for the file in messages.
  static absl::StatusOr<ConformanceSuite> OpenBundle(std::string bytes, const std::string& name,
                                                     const Selection& selection = {});

  const CaseFile& file() const;

  // These cases of the same file, with the same golden data.
  ConformanceSuite WithCases(std::vector<Case> cases) const;

  // As RunConformance. Of the options, those that Open did not need are read again.
  ConformanceCounts Run(const ConformanceOptions& options, const Implementation& implementation,
                        absl::FunctionRef<void(absl::string_view)> print) const;

 private:
  struct Data;
  explicit ConformanceSuite(std::shared_ptr<const Data> data);

  std::shared_ptr<const Data> data_;
  std::shared_ptr<const std::vector<Case>> cases_;
};

// Prints every failure (at most ten in full) and one line of statistics. 0 if all selected cases
// passed; 1 otherwise, also if there was none to run, or if one ran without a comparison. Calls
// aclInit and aclFinalize, so nothing else in the process may have.
int RunConformance(const ConformanceOptions& options, const Implementation& implementation,
                   absl::FunctionRef<void(absl::string_view)> print);

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_CONFORMANCE_H_
