#include "runtime/schedule/stream_queue.h"

#include <pthread.h>

#include <chrono>
#include <limits>
#include <new>
#include <utility>

#include "absl/base/no_destructor.h"
#include "acl/acl_base.h"

namespace openaclnn {
namespace {

// Waking a thread costs some microseconds on both sides, and its core has other data in its cache;
// less work than this is better left to the thread that will wait for it.
constexpr int64_t kWorthAThreadNs = 50'000;
constexpr size_t kManyItems = 64;
constexpr int kMaxWorkers = 64;
// More items than this in a queue, and threads that push do some of them first: a program that
// never synchronizes holds a bounded amount of memory.
constexpr size_t kMostItems = 8192;

// Abseil ends the process where there is no memory for what it keeps of a thread that waits, which
// it takes 64 KiB at a time. So it takes them before main, and about a hundred threads have room.
[[maybe_unused]] const bool threads_have_room = [] {
  absl::Mutex mutex;
  absl::CondVar never;
  absl::MutexLock lock(&mutex);
  return never.WaitWithTimeout(&mutex, absl::ZeroDuration());
}();

}  // namespace

// Threads made when there is work for them, which then stay. A queue proceeds without them as soon
// as somebody waits for it, so their number decides how much runs at once, never whether something
// runs.
class Workers {
 public:
  static Workers& Get() {
    static absl::NoDestructor<Workers> workers;
    return *workers;
  }

  // False, and nothing done, if there is no worker and the system gives no thread.
  bool Schedule(std::shared_ptr<StreamQueue> queue) {
    absl::MutexLock lock(&mutex_);
    if (queue->is_ready_) return true;
    if (ready_count_ >= idle_ && count_ < kMaxWorkers) {
      pthread_attr_t attributes;
      pthread_attr_init(&attributes);
      pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
      pthread_t thread;
      if (pthread_create(&thread, &attributes, &Workers::Main, this) == 0) ++count_;
      pthread_attr_destroy(&attributes);
    }
    if (count_ == 0) return false;
    queue->is_ready_ = true;
    StreamQueue* const added = queue.get();
    (first_ == nullptr ? first_ : last_->next_ready_) = std::move(queue);
    last_ = added;
    ++ready_count_;
    added_.Signal();
    return true;
  }

 private:
  static void* Main(void* self) {
    static_cast<Workers*>(self)->Loop();
    return nullptr;
  }

  void Loop() {
    for (;;) {
      std::shared_ptr<StreamQueue> queue;
      {
        absl::MutexLock lock(&mutex_);
        ++idle_;
        while (first_ == nullptr) added_.Wait(&mutex_);
        --idle_;
        queue = std::move(first_);
        first_ = std::move(queue->next_ready_);
        queue->is_ready_ = false;
        --ready_count_;
      }
      queue->RunAll();
    }
  }

  absl::Mutex mutex_;
  absl::CondVar added_;
  std::shared_ptr<StreamQueue> first_ ABSL_GUARDED_BY(mutex_);
  StreamQueue* last_ ABSL_GUARDED_BY(mutex_) = nullptr;  // if there is a first one
  int ready_count_ ABSL_GUARDED_BY(mutex_) = 0;
  int idle_ ABSL_GUARDED_BY(mutex_) = 0;
  int count_ ABSL_GUARDED_BY(mutex_) = 0;
};

namespace {

std::atomic<uint64_t> failures{0};

// What work throws is a failure of the stream, like any other.
WorkResult Do(Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return {ACL_ERROR_RT_MEMORY_ALLOCATION, "out of memory"};  // short enough to need none
  } catch (...) {
    return {ACL_ERROR_RT_INTERNAL_ERROR, "exception"};
  }
}

// A wait for an event. As long as it is in a queue it counts in `waits`.
class EventGate final : public Gate {
 public:
  EventGate(std::shared_ptr<EventPoint> point, std::shared_ptr<std::atomic<int>> waits)
      : point_(std::move(point)), waits_(std::move(waits)) {
    waits_->fetch_add(1, std::memory_order_relaxed);
  }
  ~EventGate() override { waits_->fetch_sub(1, std::memory_order_release); }

  bool Pass(Blocking blocking) override {
    return point_->done.load(std::memory_order_acquire) ||
           point_->queue->Finish(point_->position, blocking);
  }

 private:
  const std::shared_ptr<EventPoint> point_;
  const std::shared_ptr<std::atomic<int>> waits_;
};

}  // namespace

int64_t SteadyNanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void StreamQueue::PushLocked(int64_t cost_ns, Work&& work, std::shared_ptr<EventPoint> point,
                             std::shared_ptr<Gate> gate) {
  items_.emplace_back(cost_ns, std::move(work), std::move(point), std::move(gate));
  pending_ns_ += cost_ns;
  ++pushed_;
}

void StreamQueue::AfterPush(bool urgent) {
  const bool wants_worker =
      eager_ || urgent || pending_ns_ > kWorthAThreadNs || items_.size() > kManyItems;
  // A callback must not wait for its own stream.
  const Blocking blocking = urgent || InCallback() ? Blocking::kNoWait : Blocking::kRunHere;
  if (wants_worker && !WantWorker() && (eager_ || urgent)) {
    FinishLocked(pushed_, blocking);
  } else if (items_.size() > kMostItems) {
    FinishLocked(pushed_ - kMostItems / 2, blocking);
  }
}

bool StreamQueue::Push(int64_t cost_ns, Work&& work) {
  absl::MutexLock lock(&mutex_);
  if (closed_) return false;
  PushLocked(cost_ns, std::move(work), nullptr, nullptr);
  AfterPush();
  return true;
}

bool StreamQueue::PushRecord(std::shared_ptr<EventPoint> point) {
  absl::MutexLock lock(&mutex_);
  if (closed_) return false;
  point->queue = shared_from_this();
  point->position = pushed_ + 1;
  PushLocked(0, Work(), std::move(point), nullptr);
  AfterPush();
  return true;
}

bool StreamQueue::PushWait(std::shared_ptr<EventPoint> point,
                           std::shared_ptr<std::atomic<int>> waits) {
  auto gate = std::make_shared<EventGate>(std::move(point), std::move(waits));
  absl::MutexLock lock(&mutex_);
  if (closed_) return false;
  PushLocked(0, Work(), nullptr, std::move(gate));
  AfterPush();
  return true;
}

bool StreamQueue::PushGate(std::shared_ptr<Gate> gate) {
  absl::MutexLock lock(&mutex_);
  if (closed_) return false;
  PushLocked(0, Work(), nullptr, std::move(gate));
  AfterPush(/*urgent=*/true);
  return true;
}

void StreamQueue::Proceed() {
  absl::MutexLock lock(&mutex_);
  if (!items_.empty() && !WantWorker()) FinishLocked(pushed_, Blocking::kNoWait);
}

bool StreamQueue::RunUntil(uint64_t position, Blocking blocking) {
  while (done_ < position && !items_.empty()) {
    const bool drop = done_ < dropped_;
    // The runner's own: others only add items behind it, which leaves it where it is.
    Item& item = items_.front();
    mutex_.Unlock();
    WorkResult result;
    bool passed = true;
    if (item.point != nullptr) {
      item.point->time_ns = SteadyNanoseconds();
      item.point->done.store(true, std::memory_order_release);
    } else if (drop) {
      // Nothing happens.
    } else if (item.gate != nullptr) {
      passed = item.gate->Pass(blocking);
    } else {
      result = Do(item.work);
    }
    if (!passed) {
      mutex_.Lock();
      return false;
    }
    const int64_t cost_ns = item.cost_ns;
    // What the item holds may take long to release, too.
    item.work = nullptr;
    item.point = nullptr;
    item.gate = nullptr;
    mutex_.Lock();
    if (result.code != 0 && failure_.code == 0) {
      failure_ = {result.code, std::move(result.message),
                  failures.fetch_add(1, std::memory_order_relaxed)};
      failed_.store(true, std::memory_order_release);
    }
    pending_ns_ -= cost_ns;
    items_.pop_front();
    ++done_;
    changed_.SignalAll();
  }
  return true;
}

void StreamQueue::StopRunning() {
  running_ = false;
  changed_.SignalAll();
  if (items_.empty()) {
    wants_worker_ = false;
  } else if (wants_worker_) {
    wants_worker_ = Workers::Get().Schedule(shared_from_this());
  }
}

bool StreamQueue::WantWorker() {
  if (wants_worker_) return true;
  // A runner passes the rest on when it stops.
  wants_worker_ = running_ || Workers::Get().Schedule(shared_from_this());
  return wants_worker_;
}

bool StreamQueue::FinishLocked(uint64_t position, Blocking blocking) {
  while (done_ < position) {
    if (!running_) {
      running_ = true;
      const bool passed = RunUntil(position, blocking);
      StopRunning();
      if (!passed) return false;
      // What others pushed to an eager queue meanwhile a worker does, or else this thread.
      if (eager_ && !wants_worker_) position = pushed_;
    } else {
      if (blocking == Blocking::kNoWait) return false;
      WaitForChange();
    }
  }
  return true;
}

void StreamQueue::WaitForChange() {
  if (!ServesCallbacks()) {
    changed_.Wait(&mutex_);
    return;
  }
  // What it waits for may itself wait for a callback of this thread.
  mutex_.Unlock();
  ServeCallbacks();
  mutex_.Lock();
  if (running_) changed_.WaitWithTimeout(&mutex_, kServeInterval);
}

bool StreamQueue::Finish(uint64_t position, Blocking blocking) {
  absl::MutexLock lock(&mutex_);
  return FinishLocked(position == kLast ? pushed_ : position, blocking);
}

bool StreamQueue::FinishBefore(uint64_t position, absl::Time deadline) {
  absl::MutexLock lock(&mutex_);
  if (position == kLast) position = pushed_;
  while (done_ < position) {
    if (!WantWorker()) return FinishLocked(position, Blocking::kRunHere);
    if (changed_.WaitWithDeadline(&mutex_, deadline)) return done_ >= position;
  }
  return true;
}

void StreamQueue::CloseAndFinish(bool drop) {
  absl::MutexLock lock(&mutex_);
  closed_ = true;
  if (drop) dropped_ = pushed_;
  FinishLocked(pushed_, Blocking::kRunHere);
}

StreamFailure StreamQueue::TakeFailure() {
  if (!failed_.load(std::memory_order_acquire)) return {};
  absl::MutexLock lock(&mutex_);
  failed_.store(false, std::memory_order_relaxed);
  return std::exchange(failure_, {});
}

void StreamQueue::RunAll() {
  absl::MutexLock lock(&mutex_);
  if (running_) return;
  running_ = true;
  RunUntil(std::numeric_limits<uint64_t>::max(), Blocking::kRunHere);
  StopRunning();
}

}  // namespace openaclnn
