#include "runtime/schedule/parallel.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>

#include "absl/base/no_destructor.h"
// Code inside the header is compiled with our warnings. Under tsan GCC adds one of its own about fences.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#if defined(__SANITIZE_THREAD__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wtsan"
#endif
#include "hwy/contrib/thread_pool/thread_pool.h"
#pragma GCC diagnostic pop
#include "hwy/contrib/thread_pool/topology.h"
#include "runtime/schedule/settings.h"

namespace openaclnn {
namespace {

// Cores this process may use, not those the machine has.
int UsableCores() {
  static const int cores = [] {
    hwy::LogicalProcessorSet set;
    return hwy::GetThreadAffinity(set) ? std::max<int>(1, static_cast<int>(set.Count())) : 1;
  }();
  return cores;
}

std::atomic<int> threads_for_test{0};

// The pool belongs to whoever has set `busy`.
struct SharedPool {
  std::atomic<bool> busy{false};
  std::unique_ptr<hwy::ThreadPool> pool;
  int threads = 0;
};

SharedPool& Shared() {
  static absl::NoDestructor<SharedPool> shared;
  return *shared;
}

}  // namespace

int ThreadCount() {
  if (const int threads = threads_for_test.load(std::memory_order_relaxed)) return threads;
  if (const int threads = ConfiguredThreads()) return threads;
  return UsableCores();
}

void SetThreadCountForTest(int threads) { threads_for_test.store(threads, std::memory_order_relaxed); }

void ParallelFor(int64_t count, absl::FunctionRef<void(int64_t index)> body) {
  const int threads = ThreadCount();
  SharedPool& shared = Shared();
  // A loop inside a loop finds the pool busy, too, so it cannot wait for itself.
  if (count <= 1 || threads <= 1 || shared.busy.exchange(true, std::memory_order_acquire)) {
    for (int64_t i = 0; i < count; ++i) body(i);
    return;
  }
  if (shared.threads != threads) {
    shared.pool = nullptr;
    shared.pool = std::make_unique<hwy::ThreadPool>(static_cast<size_t>(threads - 1));  // the calling thread is one of them
    shared.threads = threads;
  }
  shared.pool->Run(0, static_cast<uint64_t>(count), [&](uint64_t index, size_t) { body(static_cast<int64_t>(index)); });
  shared.busy.store(false, std::memory_order_release);
}

}  // namespace openaclnn
