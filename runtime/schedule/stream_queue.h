// The engine under streams: queues of work, points in them that events record, and the threads that
// run them.
#ifndef OPENACLNN_RUNTIME_SCHEDULE_STREAM_QUEUE_H_
#define OPENACLNN_RUNTIME_SCHEDULE_STREAM_QUEUE_H_

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/functional/any_invocable.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "runtime/schedule/stream.h"

namespace openaclnn {

class StreamQueue;

enum class Blocking : uint8_t {
  kRunHere,  // run items on this thread; wait for other threads as long as it takes
  kNoWait,   // run items on this thread; never wait for another thread
};

// An item that others complete.
class Gate {
 public:
  virtual ~Gate() = default;
  // Called by the runner of the queue, without a lock, until it is true: the stream goes on. False
  // only for kNoWait.
  virtual bool Pass(Blocking blocking) = 0;
};

// One recording of an event: a place in a queue.
struct EventPoint {
  std::shared_ptr<StreamQueue> queue;
  uint64_t position = 0;          // in that queue; set before anybody else can see the point
  std::atomic<bool> done{false};  // work up to here is complete, and:
  int64_t time_ns = 0;            // when, on the steady clock
};

// A failure of work, and its place among all failures of the process.
struct StreamFailure {
  int code = 0;
  std::string message;
  uint64_t order = 0;
};

// Items are done one after the other, in the order they were pushed, by whichever thread has taken
// the role of the queue's runner: a thread that needs the items done (Finish), or a worker that
// Push woke because there is much to do. There is one runner at a time.
//
// Why this cannot deadlock. Order all items of all queues by the moment they were pushed. An item
// needs only earlier ones: those before it in its queue, and, if it waits for an event, the item
// that recorded it, which was in its queue before the point became visible (RecordEvent). A runner
// never stops in front of an item that others need: at a wait whose point is not reached it makes
// that queue proceed, either as its runner or by waiting for the runner that the queue has. So a
// thread that waits, waits for one whose current item is earlier than its own. The chain ends at a
// thread that executes an ordinary item, which is finite, or at a callback of the program. The
// thread that serves a callback runs it wherever it waits, and a callback waits for nothing
// (callback.h).
// A thread never needs a queue it is itself the runner of: the items needed there come before its
// current one, so they are done. When a runner gives up its role it wakes all who wait on the
// queue, and one of them takes over.
class StreamQueue : public std::enable_shared_from_this<StreamQueue> {
 public:
  using Blocking = openaclnn::Blocking;

  // `eager`: a worker runs every item at once. For streams that nobody waits for.
  explicit StreamQueue(bool eager) : eager_(eager) {}

  // Each of these appends an item; false, and nothing done, if the queue is closed. If
  // std::bad_alloc is thrown nothing was done either. If very much waits in the queue, the caller
  // does some of it.
  bool Push(int64_t cost_ns, Work&& work) ABSL_LOCKS_EXCLUDED(mutex_);
  // The recording of a point.
  bool PushRecord(std::shared_ptr<EventPoint> point) ABSL_LOCKS_EXCLUDED(mutex_);
  // A wait for a point; until the queue has got past it, it counts in `*waits`.
  bool PushWait(std::shared_ptr<EventPoint> point, std::shared_ptr<std::atomic<int>> waits)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // A gate, which a worker comes to without anybody waiting.
  bool PushGate(std::shared_ptr<Gate> gate) ABSL_LOCKS_EXCLUDED(mutex_);

  // After a gate has opened: has the rest done, by a worker if there is one.
  void Proceed() ABSL_LOCKS_EXCLUDED(mutex_);

  // Stands for the position of the last item at the time of the call.
  static constexpr uint64_t kLast = ~uint64_t{0};

  // True when everything up to the position is done; false only for kNoWait. A position counts
  // items.
  bool Finish(uint64_t position, Blocking blocking) ABSL_LOCKS_EXCLUDED(mutex_);

  // Leaves the work to a worker and waits until the deadline. A thread that ran the work itself
  // could not return in time; it does so only if the system gives no thread.
  bool FinishBefore(uint64_t position, absl::Time deadline) ABSL_LOCKS_EXCLUDED(mutex_);

  // For the end of a stream: from now on nothing can be pushed. Returns when the last item has
  // ended. With `drop`, items that have not begun are passed over: points count as reached, nothing
  // else happens.
  void CloseAndFinish(bool drop) ABSL_LOCKS_EXCLUDED(mutex_);

  // The first failure since the last call; code 0 if there was none.
  StreamFailure TakeFailure() ABSL_LOCKS_EXCLUDED(mutex_);

  // What a worker does.
  void RunAll() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Item {
    int64_t cost_ns = 0;
    Work work;                          // ordinary work, or
    std::shared_ptr<EventPoint> point;  // a point to be recorded, or
    std::shared_ptr<Gate> gate;
  };

  friend class Workers;

  void PushLocked(int64_t cost_ns, Work&& work, std::shared_ptr<EventPoint> point,
                  std::shared_ptr<Gate> gate) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // What a push owes before it returns. `urgent`: a worker is wanted however little there is to do.
  void AfterPush(bool urgent = false) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool FinishLocked(uint64_t position, Blocking blocking) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // As the runner, does items up to the position. False if a wait could not be passed.
  bool RunUntil(uint64_t position, Blocking blocking) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Waits until something changed, or for a while.
  void WaitForChange() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void StopRunning() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // False if the system gives no thread.
  bool WantWorker() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const bool eager_;
  mutable absl::Mutex mutex_;
  absl::CondVar changed_;  // an item ended, or the runner gave up its role
  std::deque<Item> items_ ABSL_GUARDED_BY(mutex_);
  uint64_t pushed_ ABSL_GUARDED_BY(mutex_) = 0;
  uint64_t done_ ABSL_GUARDED_BY(mutex_) = 0;
  uint64_t dropped_ ABSL_GUARDED_BY(mutex_) = 0;  // items up to this position are passed over
  int64_t pending_ns_ ABSL_GUARDED_BY(mutex_) = 0;
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
  bool running_ ABSL_GUARDED_BY(mutex_) = false;       // a thread is the runner
  bool wants_worker_ ABSL_GUARDED_BY(mutex_) = false;  // a worker has been asked to empty the queue
  StreamFailure failure_ ABSL_GUARDED_BY(mutex_);
  std::atomic<bool> failed_{false};  // there is a failure_; spares those who ask the lock

  // The list of queues that wait for a worker, which belongs to Workers and needs no memory of its
  // own.
  std::shared_ptr<StreamQueue> next_ready_;
  bool is_ready_ = false;
};

// Of callback.h: whether this thread is in a callback; whether it serves any, and running those
// that wait for it.
bool InCallback();
bool ServesCallbacks();
void ServeCallbacks();

// How long a thread that serves callbacks waits for something else before it looks for them again.
inline constexpr absl::Duration kServeInterval = absl::Milliseconds(1);

// Nanoseconds of the steady clock.
int64_t SteadyNanoseconds();

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_SCHEDULE_STREAM_QUEUE_H_
