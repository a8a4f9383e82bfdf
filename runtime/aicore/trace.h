// What a launch did, for people: a table, or a file for chrome://tracing and Perfetto.
#ifndef OPENACLNN_RUNTIME_AICORE_TRACE_H_
#define OPENACLNN_RUNTIME_AICORE_TRACE_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "runtime/aicore/core.h"
#include "runtime/aicore/launch.h"

namespace openaclnn::aicore {

const char* PipeName(Pipe pipe);

// A few lines of text: cycles, pipes, what the block that ended last waited for. `blocks` are the
// events of every block.
std::string Describe(const Launch& launch, const Counters& counters,
                     absl::Span<const std::vector<TraceEvent>> blocks);

// Of the cycles until the block's end, which pipe each of them was spent on: the last instruction
// to end, then what it waited for, and so on. Cycles in which nothing but the issue of instructions
// was waited for are the scalar unit's.
std::array<int64_t, kPipes> CriticalPath(absl::Span<const TraceEvent> events);

// Adds a launch to the trace file: a group of rows, one for each core and pipe, with instructions
// on an axis of cycles. `blocks` are the events of every block; block b ran on core b % Cores().
// The argument `after` is the number, among its block's, of the event that this one waited for
// last. The first call for a path in this process starts the file anew; after each call it is a
// complete JSON array. Two tables beside it sum up calls by place and by instruction: "x.json" has
// "x_code_exe.csv" and "x_instr_exe.csv".
absl::Status AppendChromeTrace(const std::string& path, const Launch& launch,
                               absl::Span<const std::vector<TraceEvent>> blocks);

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_TRACE_H_
