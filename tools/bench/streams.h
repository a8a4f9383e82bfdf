// What memory allows: a fused multiply-add over as many streams as an operator reads and writes.
#ifndef OPENACLNN_TOOLS_BENCH_STREAMS_H_
#define OPENACLNN_TOOLS_BENCH_STREAMS_H_

#include <cstddef>

namespace openaclnn::bench {

inline constexpr int kMaxStreams = 4;

// Each output gets a chain of fused multiply-adds of all inputs, elements [begin, end). 1 to
// kMaxStreams inputs and 1 or 2 outputs, all aligned to 64 bytes; begin and end are multiples of 64
// elements. `non_temporal`: stores bypass the caches.
void RunStreams(const float* const* inputs, int input_count, float* const* outputs,
                int output_count, bool non_temporal, size_t begin, size_t end);

}  // namespace openaclnn::bench

#endif  // OPENACLNN_TOOLS_BENCH_STREAMS_H_
