#include "runtime/base/short_lock.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

namespace openaclnn {
namespace {

// More threads than cores, so that holders lose theirs.
TEST(ShortLock, LetsOneThreadInAtATime) {
  constexpr int kThreads = 16, kRounds = 20'000;
  ShortLock lock;
  int64_t count = 0;
  std::atomic<int> inside{0}, most{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < kRounds; ++round) {
        const ShortLockHolder holder(lock);
        const int now = inside.fetch_add(1) + 1;
        if (now > most.load()) most.store(now);
        ++count;
        inside.fetch_sub(1);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(count, int64_t{kThreads} * kRounds);
  EXPECT_EQ(most, 1);
}

// A holder that sleeps is waited for, and what it wrote is seen.
TEST(ShortLock, WaitsForAHolderThatSleeps) {
  ShortLock lock;
  int written = 0;
  lock.Lock();
  std::thread other([&] {
    const ShortLockHolder holder(lock);
    EXPECT_EQ(written, 1);
    written = 2;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  written = 1;
  lock.Unlock();
  other.join();
  EXPECT_EQ(written, 2);
}

}  // namespace
}  // namespace openaclnn
