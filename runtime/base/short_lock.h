// A lock for a few instructions.
#ifndef OPENACLNN_RUNTIME_BASE_SHORT_LOCK_H_
#define OPENACLNN_RUNTIME_BASE_SHORT_LOCK_H_

#include <atomic>
#include <chrono>
#include <thread>

#include "absl/base/thread_annotations.h"

namespace openaclnn {

// For what every call locks some times: taking and giving back is one atomic exchange and a store,
// where absl::Mutex needs two exchanges and two calls. A thread that finds it taken looks again for
// a while and then sleeps in between: a holder that lost its core can go on, whatever the
// priorities are. There is no order among those that wait.
class ABSL_LOCKABLE ShortLock {
 public:
  ShortLock() = default;
  ShortLock(const ShortLock&) = delete;
  ShortLock& operator=(const ShortLock&) = delete;

  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() {
    while (taken_.exchange(true, std::memory_order_acquire)) Wait();
  }
  void Unlock() ABSL_UNLOCK_FUNCTION() { taken_.store(false, std::memory_order_release); }

 private:
  // Until it looks free.
  [[gnu::cold, gnu::noinline]] void Wait() const {
    constexpr int kLooks = 1000;
    constexpr std::chrono::microseconds kSleep(20);
    for (int looks = 0; taken_.load(std::memory_order_relaxed); ++looks) {
      if (looks >= kLooks) std::this_thread::sleep_for(kSleep);
    }
  }

  std::atomic<bool> taken_{false};
};

// Holds the lock as long as it lives.
class ABSL_SCOPED_LOCKABLE ShortLockHolder {
 public:
  explicit ShortLockHolder(ShortLock& lock) ABSL_EXCLUSIVE_LOCK_FUNCTION(lock) : lock_(lock) {
    lock_.Lock();
  }
  ShortLockHolder(const ShortLockHolder&) = delete;
  ShortLockHolder& operator=(const ShortLockHolder&) = delete;
  ~ShortLockHolder() ABSL_UNLOCK_FUNCTION() { lock_.Unlock(); }

 private:
  ShortLock& lock_;
};

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_BASE_SHORT_LOCK_H_
