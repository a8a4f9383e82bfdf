// What a launch did, for people: a table, or a file for chrome://tracing and Perfetto.
#ifndef OPENACLNN_RUNTIME_AICORE_TRACE_H_
#define OPENACLNN_RUNTIME_AICORE_TRACE_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "runtime/aicore/core.h"
#include "runtime/aicore/launch.h"

namespace openaclnn::aicore {

const char* PipeName(Pipe pipe);

// A few lines of text.
std::string Describe(const Launch& launch, const Counters& counters);

// Adds a launch to the trace file: a group of rows, one for each core and pipe, with instructions
// in the order of issue. `blocks` are the events of every block; block b ran on core b % Cores().
// The first call for a path in this process starts the file anew; after each call it is a complete
// JSON array.
absl::Status AppendChromeTrace(const std::string& path, const Launch& launch,
                               absl::Span<const std::vector<TraceEvent>> blocks);

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_TRACE_H_
