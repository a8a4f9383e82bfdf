#include "runtime/schedule/parallel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <new>

#include "absl/base/no_destructor.h"
#include "hwy/contrib/thread_pool/topology.h"
#include "runtime/schedule/settings.h"
#include "runtime/schedule/thread_pool.h"

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

// Waking a thread that sleeps takes longer than many an operator, so for a while threads wait for
// the next loop without sleeping. A short one, because they then take time from whoever else needs
// the processor; and none if there are more threads than cores, where they would take it from each
// other.
constexpr std::chrono::microseconds kAwake{50};

// The pool belongs to whoever has set `busy`.
class SharedPool {
 public:
  // False, and nothing done, if the pool is busy or there is no memory for one.
  bool Run(int threads, int64_t count, absl::FunctionRef<void(int64_t index)> body) {
    if (busy_.exchange(true, std::memory_order_acquire)) return false;
    const bool ready = Prepare(threads);
    if (ready) pool_->Run(count, body);
    busy_.store(false, std::memory_order_release);
    return ready;
  }

 private:
  bool Prepare(int threads) {
    // The pool may have fewer threads than it was made for; asking again for each loop would cost
    // more than they are worth.
    if (pool_ != nullptr && made_for_ == threads) return true;
    pool_ = nullptr;
    try {
      pool_ = std::make_unique<ThreadPool>(
          threads, threads <= UsableCores() ? kAwake : std::chrono::microseconds(0));
      made_for_ = threads;
      return true;
    } catch (const std::bad_alloc&) {
      return false;
    }
  }

  std::atomic<bool> busy_{false};
  std::unique_ptr<ThreadPool> pool_;
  int made_for_ = 0;
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

void SetThreadCountForTest(int threads) {
  threads_for_test.store(threads, std::memory_order_relaxed);
}

void ParallelFor(int64_t count, absl::FunctionRef<void(int64_t index)> body) {
  const int threads = ThreadCount();
  if (count > 1 && threads > 1) {
    // What is thrown on another thread is thrown again on this one, when all have ended.
    std::atomic<bool> failed{false};
    const auto guarded = [&](int64_t index) {
      if (failed.load(std::memory_order_relaxed)) return;
      try {
        body(index);
      } catch (const std::bad_alloc&) {
        failed.store(true, std::memory_order_relaxed);
      }
    };
    // A loop inside a loop finds the pool busy, too, so it cannot wait for itself.
    if (Shared().Run(threads, count, guarded)) {
      if (failed.load(std::memory_order_relaxed)) throw std::bad_alloc();
      return;
    }
  }
  for (int64_t i = 0; i < count; ++i) body(i);
}

}  // namespace openaclnn
