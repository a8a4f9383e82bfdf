// What beginning and ending a parallel loop costs: the time of loops in which each thread has one
// index, which takes no time or a few microseconds.
//     tools/bazel run //runtime/schedule:parallel_benchmark
#include <chrono>
#include <cstdint>

#include "benchmark/benchmark.h"
#include "runtime/schedule/parallel.h"

namespace openaclnn {
namespace {

void ParallelLoop(benchmark::State& state) {
  const std::chrono::nanoseconds work(state.range(0));
  const int threads = ThreadCount();
  for (auto iteration : state) {
    ParallelFor(threads, [work](int64_t) {
      const auto end = std::chrono::steady_clock::now() + work;
      while (work.count() > 0 && std::chrono::steady_clock::now() < end) {
      }
    });
  }
}
BENCHMARK(ParallelLoop)->ArgName("ns")->Arg(0)->Arg(4000)->Arg(20000)->UseRealTime();

}  // namespace
}  // namespace openaclnn
