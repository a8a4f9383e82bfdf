#include "runtime/schedule/parallel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

TEST(ParallelFor, EachIndexOnce) {
  for (const int threads : {1, 2, 3, 7}) {
    SetThreadCountForTest(threads);
    EXPECT_EQ(ThreadCount(), threads);
    for (const int64_t count : {0, 1, 2, 3, 100, 10000}) {
      std::vector<std::atomic<int>> calls(static_cast<size_t>(count));
      ParallelFor(count, [&](int64_t i) { ++calls[static_cast<size_t>(i)]; });
      for (const auto& each : calls) EXPECT_EQ(each, 1);
    }
  }
  SetThreadCountForTest(0);
  EXPECT_GE(ThreadCount(), 1);
}

// Each call waits until all have begun, which they only do if each has a thread of its own.
TEST(ParallelFor, AsManyThreadsAsItSays) {
  for (const int threads : {2, 3, 2}) {
    SetThreadCountForTest(threads);
    for (int round = 0; round < 3; ++round) {  // asleep and awake
      std::atomic<int> begun = 0;
      std::atomic<bool> alone = false;
      ParallelFor(threads, [&](int64_t) {
        ++begun;
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (begun < threads && !alone) {
          std::this_thread::sleep_for(std::chrono::microseconds(10));
          if (std::chrono::steady_clock::now() > deadline) alone = true;
        }
      });
      EXPECT_FALSE(alone) << "not on " << threads << " threads";
    }
  }
  SetThreadCountForTest(0);
}

// Loops that begin when threads are busy, wait for work, are falling asleep, sleep, or are being
// woken.
TEST(ParallelFor, AtAnyMoment) {
  for (const int threads : {2, 3}) {
    SetThreadCountForTest(threads);
    for (int round = 0; round < 2000; ++round) {
      const int64_t count = 1 + round % 5;
      std::atomic<int> calls[5] = {};
      ParallelFor(count, [&](int64_t i) { ++calls[i]; });
      for (int64_t i = 0; i < count; ++i) ASSERT_EQ(calls[i], 1);
      const auto until =
          std::chrono::steady_clock::now() + std::chrono::nanoseconds(round * 7919 % 80000);
      while (std::chrono::steady_clock::now() < until) {
      }
    }
  }
  SetThreadCountForTest(0);
}

// More than are handed out one by one.
TEST(ParallelFor, MillionsOfIndices) {
  SetThreadCountForTest(2);
  constexpr int64_t kCount = (int64_t{1} << 24) + 3;
  std::vector<uint8_t> calls(kCount + 8);
  ParallelFor(kCount, [&](int64_t i) { ++calls[static_cast<size_t>(i)]; });
  EXPECT_EQ(std::count(calls.begin(), calls.begin() + kCount, 1), kCount);
  EXPECT_EQ(std::count(calls.begin() + kCount, calls.end(), 0), 8);
  SetThreadCountForTest(0);
}

TEST(ParallelFor, LoopsInLoopsAndFromManyThreads) {
  SetThreadCountForTest(3);
  std::atomic<int> calls = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int round = 0; round < 50; ++round) {
        ParallelFor(4, [&](int64_t) { ParallelFor(5, [&](int64_t) { ++calls; }); });
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(calls, 4 * 50 * 4 * 5);
  SetThreadCountForTest(0);
}

}  // namespace
}  // namespace openaclnn
