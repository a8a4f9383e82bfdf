#include "runtime/schedule/stream_queue.h"

#include <pthread.h>

#include <chrono>
#include <deque>
#include <limits>
#include <utility>

#include "absl/base/no_destructor.h"

namespace openaclnn {
namespace {

// Waking a thread costs some microseconds on both sides, and its core has other data in its cache; less work than this is better left to
// the thread that will wait for it.
constexpr int64_t kWorthAThreadNs = 50'000;
constexpr size_t kManyItems = 64;
constexpr int kMaxWorkers = 64;

// Threads made when there is work for them, which then stay. A queue proceeds without them as soon as somebody waits for it, so their
// number decides how much runs at once, never whether something runs.
class Workers {
 public:
  static Workers& Get() {
    static absl::NoDestructor<Workers> workers;
    return *workers;
  }

  void Schedule(std::shared_ptr<StreamQueue> queue) {
    absl::MutexLock lock(&mutex_);
    ready_.push_back(std::move(queue));
    if (static_cast<int>(ready_.size()) > idle_ && count_ < kMaxWorkers) {
      pthread_attr_t attributes;
      pthread_attr_init(&attributes);
      pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
      pthread_t thread;
      if (pthread_create(&thread, &attributes, &Workers::Main, this) == 0) ++count_;
      pthread_attr_destroy(&attributes);
    }
    added_.Signal();
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
        while (ready_.empty()) added_.Wait(&mutex_);
        --idle_;
        queue = std::move(ready_.front());
        ready_.pop_front();
      }
      queue->RunAll();
    }
  }

  absl::Mutex mutex_;
  absl::CondVar added_;
  std::deque<std::shared_ptr<StreamQueue>> ready_ ABSL_GUARDED_BY(mutex_);
  int idle_ ABSL_GUARDED_BY(mutex_) = 0;
  int count_ ABSL_GUARDED_BY(mutex_) = 0;
};

std::atomic<uint64_t> failures{0};

}  // namespace

int64_t SteadyNanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

uint64_t StreamQueue::PushLocked(int64_t cost_ns, Work&& work, std::shared_ptr<EventPoint> point, std::shared_ptr<std::atomic<int>> waits) {
  pending_ns_ += cost_ns;
  items_.emplace_back(cost_ns, std::move(work), std::move(point), std::move(waits));
  ++pushed_;
  if (eager_ || pending_ns_ > kWorthAThreadNs || items_.size() > kManyItems) WantWorker();
  return pushed_;
}

uint64_t StreamQueue::Push(int64_t cost_ns, Work&& work) {
  absl::MutexLock lock(&mutex_);
  return PushLocked(cost_ns, std::move(work), nullptr, nullptr);
}

void StreamQueue::PushRecord(std::shared_ptr<EventPoint> point) {
  absl::MutexLock lock(&mutex_);
  point->queue = shared_from_this();
  point->position = pushed_ + 1;
  PushLocked(0, Work(), std::move(point), nullptr);
}

void StreamQueue::PushWait(std::shared_ptr<EventPoint> point, std::shared_ptr<std::atomic<int>> waits) {
  absl::MutexLock lock(&mutex_);
  PushLocked(0, Work(), std::move(point), std::move(waits));
}

bool StreamQueue::RunUntil(uint64_t position, Blocking blocking) {
  while (done_ < position && !items_.empty()) {
    const bool drop = done_ < dropped_;
    // The runner's own: others only add items behind it, which leaves it where it is.
    Item& item = items_.front();
    if (!drop && item.waits != nullptr && !item.point->done.load(std::memory_order_acquire)) {
      const std::shared_ptr<EventPoint> point = item.point;
      mutex_.Unlock();
      const bool reached = point->queue->Finish(point->position, blocking);
      mutex_.Lock();
      if (!reached) return false;
      continue;
    }
    mutex_.Unlock();
    WorkResult result;
    if (item.waits != nullptr) {
      item.waits->fetch_sub(1, std::memory_order_release);
    } else if (item.point != nullptr) {
      item.point->time_ns = SteadyNanoseconds();
      item.point->done.store(true, std::memory_order_release);
    } else if (!drop) {
      result = item.work();
    }
    const int64_t cost_ns = item.cost_ns;
    item = Item();  // what the work holds may take long to release, too
    mutex_.Lock();
    if (result.code != 0 && failure_.code == 0) {
      failure_ = {result.code, std::move(result.message), failures.fetch_add(1, std::memory_order_relaxed)};
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
    Workers::Get().Schedule(shared_from_this());
  }
}

void StreamQueue::WantWorker() {
  if (wants_worker_) return;
  wants_worker_ = true;
  // A runner passes the rest on when it stops.
  if (!running_) Workers::Get().Schedule(shared_from_this());
}

bool StreamQueue::Finish(uint64_t position, Blocking blocking) {
  absl::MutexLock lock(&mutex_);
  if (position == kLast) position = pushed_;
  while (done_ < position) {
    if (!running_) {
      running_ = true;
      const bool passed = RunUntil(position, blocking);
      StopRunning();
      if (!passed) return false;
    } else {
      if (blocking == Blocking::kNoWait) return false;
      changed_.Wait(&mutex_);
    }
  }
  return true;
}

bool StreamQueue::FinishBefore(uint64_t position, absl::Time deadline) {
  absl::MutexLock lock(&mutex_);
  if (position == kLast) position = pushed_;
  while (done_ < position) {
    WantWorker();
    if (changed_.WaitWithDeadline(&mutex_, deadline)) return done_ >= position;
  }
  return true;
}

void StreamQueue::Drop() {
  uint64_t last;
  {
    absl::MutexLock lock(&mutex_);
    last = dropped_ = pushed_;
  }
  Finish(last, Blocking::kRunHere);
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
