// How long instructions take, in cycles of the core. An estimate: what is measured on which chip,
// and what is assumed, stands beside each table. Source: the project's facts (pipes.md B1 to B8).
#ifndef OPENACLNN_RUNTIME_AICORE_COST_H_
#define OPENACLNN_RUNTIME_AICORE_COST_H_

#include <cstdint>

#include "runtime/aicore/launch.h"
#include "runtime/products/products.h"

namespace openaclnn::aicore {

// An instruction on its pipe. The next one of the pipe may start `busy` cycles after it; its
// results are there `tail` cycles later still. `head` is needed if the pipe had nothing to do.
struct Cost {
  int64_t head = 0;
  int64_t busy = 1;
  int64_t tail = 0;
};

// The chip's clock.
double MegahertzOf(const Soc& soc);

// For people: which numbers of vector instructions and of copies were measured, on this
// architecture or on one of its chips, and which are assumed.
const char* SourceOfNumbers(const Soc& soc);

// A vector instruction by its name in Ascend C, on that many elements, the widest of which has
// `element_bytes` bytes.
Cost VectorCost(const char* instruction, int64_t elements, int64_t element_bytes);

// A copy of `bytes` bytes between global memory and the unified buffer, by one of `cores` cores
// that copy at the same time.
Cost CopyCost(const Soc& soc, Pipe pipe, int64_t bytes, int64_t cores);

// An access of the scalar unit: to the unified buffer, or through its data cache.
Cost ScalarCost(bool global);

// SyncAll and flags between cores, from the arrival of the last block on.
inline constexpr int64_t kBarrierCycles = 500;  // assumed: nothing is published
// Instructions that wait for a pipe; more, and the scalar unit waits, too. Published: 16 or 32.
inline constexpr int kQueueDepth = 32;

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_COST_H_
