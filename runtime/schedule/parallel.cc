#include "runtime/schedule/parallel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <thread>

#include "absl/base/no_destructor.h"
#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
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

using Clock = std::chrono::steady_clock;

// Waking a thread that sleeps takes longer than many an operator. So after two loops that are no further apart than this, the pool's
// threads wait for the next one without sleeping, until there has been none for as long. Short, because they then take time from whoever
// else needs the processor; and not at all if there are more threads than cores, where they would take it from each other.
constexpr Clock::duration kAwake = std::chrono::microseconds(50);
// How often that is looked at.
constexpr Clock::duration kWatch = std::chrono::microseconds(500);

// The pool belongs to whoever has set `busy`.
class SharedPool {
 public:
  // False, and nothing done, if the pool is busy.
  bool Run(int threads, int64_t count, absl::FunctionRef<void(int64_t index)> body) {
    if (busy_.exchange(true, std::memory_order_acquire)) return false;
    if (threads_ != threads) {
      pool_ = nullptr;
      pool_ = std::make_unique<hwy::ThreadPool>(static_cast<size_t>(threads));  // the calling thread is one of them
      threads_ = threads;
      awake_ = false;
    }
    if (!awake_ && threads <= UsableCores() && !IsIdle()) StayAwake();
    pool_->Run(0, static_cast<uint64_t>(count), [&](uint64_t index, size_t) { body(static_cast<int64_t>(index)); });
    last_run_.store(Clock::now().time_since_epoch().count(), std::memory_order_relaxed);
    busy_.store(false, std::memory_order_release);
    return true;
  }

 private:
  bool IsIdle() const { return Clock::now().time_since_epoch() - Clock::duration(last_run_.load(std::memory_order_relaxed)) > kAwake; }

  void StayAwake() {
    pool_->SetWaitMode(hwy::PoolWaitMode::kSpin);
    awake_ = true;
    absl::MutexLock lock(&mutex_);
    watched_ = true;
    if (watcher_started_) return;
    watcher_started_ = true;
    std::thread([this] { Watch(); }).detach();  // the pool lives as long as the process
  }

  // Sends the pool's threads to sleep when they have had nothing to do.
  void Watch() {
    for (;;) {
      {
        absl::MutexLock lock(&mutex_);
        mutex_.Await(absl::Condition(&watched_));
      }
      std::this_thread::sleep_for(kWatch);
      if (!IsIdle() || busy_.exchange(true, std::memory_order_acquire)) continue;
      if (awake_) pool_->SetWaitMode(hwy::PoolWaitMode::kBlock);
      awake_ = false;
      {
        absl::MutexLock lock(&mutex_);
        watched_ = false;
      }
      busy_.store(false, std::memory_order_release);
    }
  }

  std::atomic<bool> busy_{false};
  std::unique_ptr<hwy::ThreadPool> pool_;
  int threads_ = 0;
  bool awake_ = false;
  std::atomic<Clock::rep> last_run_{std::numeric_limits<Clock::rep>::min() / 2};

  absl::Mutex mutex_;
  bool watched_ ABSL_GUARDED_BY(mutex_) = false;
  bool watcher_started_ ABSL_GUARDED_BY(mutex_) = false;
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
  // A loop inside a loop finds the pool busy, too, so it cannot wait for itself.
  if (count > 1 && threads > 1 && Shared().Run(threads, count, body)) return;
  for (int64_t i = 0; i < count; ++i) body(i);
}

}  // namespace openaclnn
