// Deterministic parallel loops on one shared pool.
#ifndef OPENACLNN_RUNTIME_SCHEDULE_PARALLEL_H_
#define OPENACLNN_RUNTIME_SCHEDULE_PARALLEL_H_

#include <cstdint>

#include "absl/functional/function_ref.h"

namespace openaclnn {

// Calls body(0) ... body(count - 1), each once, on as many threads as the pool has
// (OPENACLNN_NUM_THREADS, else the cores this process may use), and returns when all are done.
// Which thread runs which call is not fixed; what the calls compute must not depend on it. If the
// pool is busy with another loop, the calling thread runs them all.
void ParallelFor(int64_t count, absl::FunctionRef<void(int64_t index)> body);

// Threads that ParallelFor uses, the calling one included.
int ThreadCount();

// Replaces the pool; only while no work is running. For tests that compare thread counts.
void SetThreadCountForTest(int threads);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_SCHEDULE_PARALLEL_H_
