// Conformance on cases drawn at random: shapes, broadcasting, strides, offsets, types, attributes,
// aliasing and values, from what the spec's own cases show to be allowed. docs/golden_format.md,
// "Random cases".
#ifndef OPENACLNN_TESTING_RANDOM_H_
#define OPENACLNN_TESTING_RANDOM_H_

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "testing/conformance.h"
#include "testing/oracle_call.h"

namespace openaclnn::testing {

struct RandomOptions {
  ConformanceOptions conformance;  // cases, binary, backend, selection, mode, target, threads and
                                   // failures are used
  std::vector<OracleCall> calls;   // resolved
  int runs = 100;
  uint64_t seed = 1;  // of the first case; the next one has the next number
};

// Each case runs in every mode, number of threads and SIMD target, as drawn and as contiguous
// copies, and all must give the same bits. Where a call holds, they are compared with the oracle
// too. A case that fails is reduced to a smaller one that still does, and that is reported; no
// further one is drawn then. 0 if all passed; 1 otherwise, also if there is nothing to draw from.
int RunRandom(const RandomOptions& options, const Implementation& implementation,
              absl::FunctionRef<void(absl::string_view)> print);

}  // namespace openaclnn::testing

#endif  // OPENACLNN_TESTING_RANDOM_H_
