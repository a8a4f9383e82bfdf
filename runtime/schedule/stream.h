// Streams as the executor sees them.
#ifndef OPENACLNN_RUNTIME_SCHEDULE_STREAM_H_
#define OPENACLNN_RUNTIME_SCHEDULE_STREAM_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "absl/functional/function_ref.h"
#include "acl/acl_rt.h"

namespace openaclnn {

struct WorkResult {
  int code = 0;         // 0, or the code that synchronizing reports
  std::string message;  // with a code: what aclGetRecentErrMsg says on the thread that synchronizes
};
// May be called again and again where a stream is captured (capture.h).
using Work = absl::AnyInvocable<WorkResult()>;

// Memory that work uses.
struct MemoryRange {
  const void* begin;
  int64_t bytes;
};
// Names it; called only where a stream is captured.
using MemoryUse = absl::FunctionRef<std::vector<MemoryRange>()>;
inline std::vector<MemoryRange> NoMemory() { return {}; }

// Appends work to a stream (null: the default stream of the current context) and returns at once.
// `cost_ns` is an estimate of its run time: cheap work waits for whoever synchronizes, so that a
// small operator costs no thread switch; expensive work wakes a worker. With `finish` it returns
// when the work has ended; a failure stays with the stream. 0, or the code for a stream that is
// none (107017), of another context (107003), or for a missing context (107002), with the message
// recorded and `work` left as it was. `function` is the name messages begin with; it lives for
// ever. std::bad_alloc: nothing was queued. A stream that is captured records the work, unless it
// is to be finished, which captures forbid.
int EnqueueWork(const char* function, aclrtStream stream, int64_t cost_ns, Work&& work,
                bool finish = false, MemoryUse memory = NoMemory);

// The code of EnqueueWork for a stream that work cannot be appended to, with the message; else 0.
int CheckStream(const char* function, aclrtStream stream);

// Whether the AI Core saturates on overflow in work of this stream (null: the default stream),
// rather than giving infinities and NaN: what aclrtSetDeviceSatMode said when the stream was made.
// For something that is no stream: false.
bool StreamSaturates(aclrtStream stream);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_SCHEDULE_STREAM_H_
