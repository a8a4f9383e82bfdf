#include "runtime/schedule/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <system_error>

#include "hwy/cache_control.h"

namespace openaclnn {
namespace {

using Clock = std::chrono::steady_clock;
using Body = absl::FunctionRef<void(int64_t index)>;

// Indices are handed out one by one, or, if there are more than fit below, in units of several.
constexpr int kUnitBits = 24;
constexpr uint64_t kUnitMask = (uint64_t{1} << kUnitBits) - 1;
constexpr int64_t kMaxUnits = int64_t{1} << (kUnitBits - 1);

constexpr uint64_t kStop = ~uint64_t{0};

// Between two looks at the clock.
constexpr int kSpins = 64;

// The units [next, end), and the lowest bits of the number of the loop they belong to.
uint64_t MakeShare(uint64_t number, uint64_t next, uint64_t end) {
  return number << (2 * kUnitBits) | next << kUnitBits | end;
}

// Takes the next unit from a share. False if there is none, or if the share is that of another
// loop.
bool Claim(std::atomic<uint64_t>& share, uint64_t number, int64_t& unit) {
  uint64_t old = share.load(std::memory_order_relaxed);
  for (;;) {
    const uint64_t next = old >> kUnitBits & kUnitMask;
    if ((old ^ number << (2 * kUnitBits)) >> (2 * kUnitBits) != 0 || next >= (old & kUnitMask))
      return false;
    if (share.compare_exchange_weak(old, old + (uint64_t{1} << kUnitBits),
                                    std::memory_order_acquire, std::memory_order_relaxed)) {
      unit = static_cast<int64_t>(next);
      return true;
    }
  }
}

}  // namespace

ThreadPool::ThreadPool(int threads, std::chrono::nanoseconds awake)
    : awake_(awake), members_(static_cast<size_t>(threads)) {
  own_.reserve(members_.size());
  try {
    for (; size_ < members_.size(); ++size_)
      own_.emplace_back([this, i = size_] { Main(members_[i]); });
  } catch (const std::system_error&) {
    // The system gives no more threads. Results do not depend on their number.
  } catch (const std::bad_alloc&) {
  }
}

ThreadPool::~ThreadPool() {
  for (Member& member : members_) member.loop.store(kStop, std::memory_order_release);
  WakeAll();
  for (std::thread& thread : own_) thread.join();
}

void ThreadPool::Run(int64_t count, Body body) {
  const uint64_t number = ++number_;
  const int64_t unit = (count + kMaxUnits - 1) / kMaxUnits;
  const int64_t units = unit == 0 ? 0 : (count + unit - 1) / unit;
  const int64_t threads = static_cast<int64_t>(size_);
  for (int64_t i = 0; i < threads; ++i) {
    Member& member = members_[static_cast<size_t>(i)];
    std::construct_at(&member.body, body);  // it cannot be assigned
    member.count = count;
    member.unit = unit;
    member.first = units * i / threads;
  }
  for (int64_t i = 0; i < threads; ++i) {
    Member& member = members_[static_cast<size_t>(i)];
    const int64_t end = units * (i + 1) / threads;
    const bool given = !member.asleep.load(std::memory_order_relaxed) && member.first < end;
    member.share.store(
        MakeShare(number, static_cast<uint64_t>(member.first + given), static_cast<uint64_t>(end)),
        std::memory_order_release);
    member.loop.store(number * 2 + given, std::memory_order_release);
  }
  WakeSleepers();

  const int64_t others =
      units -
      TakePart(members_[0], number, members_[0].loop.load(std::memory_order_relaxed) % 2 != 0);
  for (uint64_t spins = 1; UnitsDoneByOthers(number) < others; ++spins) {
    hwy::Pause();
    if (spins % kSpins != 0) continue;
    if (spins == kSpins) {
      // Whoever has fallen asleep since either has seen its loop or is seen now: the loop is
      // written once more, and not on the way any longer.
      for (Member& member : members_) member.loop.fetch_add(0);
      WakeSleepers();
    }
    if (spins > 64 * kSpins || awake_.count() == 0) std::this_thread::yield();
  }
}

int64_t ThreadPool::TakePart(Member& self, uint64_t number, bool given) {
  int64_t done = 0;
  const auto publish = [&] {
    self.done.store(number << kUnitBits | static_cast<uint64_t>(done), std::memory_order_release);
  };
  const auto take_from = [&](Member& member) {
    const int64_t before = done;
    for (int64_t unit; Claim(member.share, number, unit); ++done) self.Do(unit);
    return done != before;
  };
  if (given) {
    self.Do(self.first);
    ++done;
  }
  // What is known to be done need not wait for a look at what others have left.
  if (take_from(self) || given) publish();
  const size_t me = static_cast<size_t>(&self - members_.data());
  for (size_t i = 1; i < size_; ++i) {
    if (take_from(members_[(me + i) % size_])) publish();
  }
  return done;
}

int64_t ThreadPool::UnitsDoneByOthers(uint64_t number) const {
  uint64_t units = 0;
  for (size_t i = 1; i < size_; ++i) {
    const uint64_t done = members_[i].done.load(std::memory_order_acquire);
    if (done >> kUnitBits == number) units += done & kUnitMask;
  }
  return static_cast<int64_t>(units);
}

void ThreadPool::Main(Member& self) {
  for (uint64_t loop = 0;;) {
    loop = AwaitLoop(self, loop);
    if (loop == kStop) return;
    TakePart(self, loop / 2, loop % 2 != 0);
  }
}

uint64_t ThreadPool::AwaitLoop(Member& self, uint64_t seen) {
  const auto look = [&] {
    uint64_t loop = seen;
    for (int i = 0; i < kSpins && loop == seen; ++i) {
      hwy::Pause();
      loop = self.loop.load(std::memory_order_acquire);
    }
    return loop;
  };
  const Clock::time_point end = Clock::now() + awake_;
  do {
    if (const uint64_t loop = look(); loop != seen) return loop;
  } while (Clock::now() < end);
  self.asleep.store(true);
  // A loop that began too early to know of this shows within some spins. Should it take longer, Run
  // looks again.
  if (look() == seen) {
    absl::MutexLock lock(&mutex_);
    while (self.loop.load() == seen) woken_.Wait(&mutex_);
  }
  self.asleep.store(false);
  // Asked again: from now on it is given a unit of each loop, so no loop can pass it by.
  return self.loop.load();
}

void ThreadPool::WakeSleepers() {
  const auto sleeps = [](const Member& member) { return member.asleep.load(); };
  if (std::any_of(members_.begin() + 1, members_.end(), sleeps)) WakeAll();
}

void ThreadPool::WakeAll() {
  absl::MutexLock lock(&mutex_);
  woken_.SignalAll();
}

}  // namespace openaclnn
