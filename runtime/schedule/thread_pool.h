// The threads under ParallelFor. Operators take microseconds, so beginning and ending a loop costs
// one cache line that travels to each thread and one that comes back. Measured against
// hwy::ThreadPool and OpenMP in docs/notes/performance_log.md.
#ifndef OPENACLNN_RUNTIME_SCHEDULE_THREAD_POOL_H_
#define OPENACLNN_RUNTIME_SCHEDULE_THREAD_POOL_H_

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/functional/function_ref.h"
#include "absl/synchronization/mutex.h"

namespace openaclnn {

// Every thread has a share of the indices, and when it has done them helps the others with theirs.
// So nobody waits for a thread that has not begun, except for one that was awake when the loop
// began: its first index is its own from the start, which saves it from asking.
class ThreadPool {
 public:
  // `threads` take part in a loop, the calling one among them; fewer if the system gives no more.
  // For `awake` after a loop they wait for the next one without sleeping.
  ThreadPool(int threads, std::chrono::nanoseconds awake);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return static_cast<int>(size_); }

  // Calls body(0) ... body(count - 1), each once. One loop at a time; `body` must not throw.
  void Run(int64_t count, absl::FunctionRef<void(int64_t index)> body);

 private:
  // As large as the two lines that processors fetch together. What begins a loop is in the first
  // line of the one part, what ends it in the other.
  struct alignas(256) Member {
    // Twice the number of the last loop; odd if the first unit of the share was given to this
    // thread.
    std::atomic<uint64_t> loop{0};
    std::atomic<uint64_t> share{0};
    // Only for who has a unit of the loop, for only then is it sure not to end.
    absl::FunctionRef<void(int64_t index)> body = Nothing;
    int64_t count = 0;
    int64_t unit = 1;  // indices
    int64_t first = 0;

    static void Nothing(int64_t) {}
    void Do(int64_t number) const {
      for (int64_t i = number * unit, end = std::min(count, i + unit); i < end; ++i) body(i);
    }

    // Number of a loop, and how many of its units this thread has done.
    alignas(128) std::atomic<uint64_t> done{0};
    std::atomic<bool> asleep{false};
  };

  void Main(Member& self);
  uint64_t AwaitLoop(Member& self, uint64_t seen) ABSL_LOCKS_EXCLUDED(mutex_);
  // Does what is left of its own share, then of the others'. The result is how many units it did.
  int64_t TakePart(Member& self, uint64_t number, bool given);
  int64_t UnitsDoneByOthers(uint64_t number) const;
  void WakeSleepers() ABSL_LOCKS_EXCLUDED(mutex_);
  void WakeAll() ABSL_LOCKS_EXCLUDED(mutex_);

  const std::chrono::nanoseconds awake_;
  uint64_t number_ = 0;          // of the last loop
  std::vector<Member> members_;  // the first is the thread that calls Run
  size_t size_ = 1;  // members that have a thread; does not change once there was a loop
  std::vector<std::thread> own_;  // those of the other members
  absl::Mutex mutex_;
  absl::CondVar woken_;
};

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_SCHEDULE_THREAD_POOL_H_
