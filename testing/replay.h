// Runs a case again that failed somewhere, from the file it left behind (bundle.h), and shows one
// element in full.
#ifndef OPENACLNN_TESTING_REPLAY_H_
#define OPENACLNN_TESTING_REPLAY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "testing/conformance.h"
#include "testing/oracle_call.h"

namespace openaclnn::testing {

struct ReplayOptions {
  std::string file;
  // Where to run; what is empty is as it was when the case failed, except that all numbers of
  // threads are tried, and all targets.
  std::string backend, product, mode, target;
  int threads = 0;
  int64_t element = -1;  // of the first output; -1: the one that was worst when the case failed
  std::vector<OracleCall> calls;  // what the oracle knows of the operator
};

// Prints what the case is, the element's operands, and its exact value as the golden data and the
// oracle know it. Then come the nearest numbers of its type with their errors, what was got then
// and is got now, and the report of the run. 0 if the case passes now, 1 if not, 2 if it cannot be
// run.
int RunReplay(const ReplayOptions& options, const Implementation& implementation,
              absl::FunctionRef<void(absl::string_view)> print);

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_REPLAY_H_
