#include "runtime/schedule/parallel.h"

#include <atomic>
#include <chrono>
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
