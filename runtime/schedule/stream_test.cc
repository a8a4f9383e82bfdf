// Streams and events below the C API: order, threads, failures.
#include "runtime/schedule/stream.h"

#include <atomic>
#include <cstdio>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "acl/acl_rt.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/base/errors.h"
#include "runtime/schedule/context.h"
#include "runtime/schedule/event.h"
#include "runtime/schedule/settings.h"

namespace openaclnn {
namespace {

constexpr int64_t kCheap = 100;
constexpr int64_t kExpensive = 1'000'000;

class StreamTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(SetDevice("test", 0), 0); }
  void TearDown() override {
    EXPECT_EQ(ResetDevice("test", 0, /*force=*/true), 0);
    EXPECT_EQ(StreamPool().LiveCount(), 0u);
    EXPECT_EQ(EventPool().LiveCount(), 0u);
    EXPECT_EQ(ContextPool().LiveCount(), 0u);
  }

  static Stream* NewStream() {
    Stream* stream = nullptr;
    EXPECT_EQ(CreateStream("test", 0, &stream), 0);
    return stream;
  }
  static Event* NewEvent() {
    Event* event = nullptr;
    EXPECT_EQ(CreateEvent("test", ACL_EVENT_SYNC, &event), 0);
    return event;
  }
  static int Enqueue(aclrtStream stream, int64_t cost_ns, std::function<void()> body) {
    return EnqueueWork("test", stream, cost_ns, [body = std::move(body)]() -> WorkResult {
      body();
      return {};
    });
  }
};

TEST_F(StreamTest, CheapWorkRunsInOrderOnTheThreadThatWaits) {
  std::vector<int> order;
  std::thread::id ran_on;
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(Enqueue(nullptr, kCheap,
                      [&, i] {
                        order.push_back(i);
                        ran_on = std::this_thread::get_id();
                      }),
              0);
  }
  EXPECT_TRUE(order.empty()) << "nobody has waited yet";
  EXPECT_EQ(SynchronizeStream("test", nullptr, -1), 0);
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(ran_on, std::this_thread::get_id());
}

TEST_F(StreamTest, ExpensiveOrMuchWorkRunsByItself) {
  Stream* stream = NewStream();
  std::atomic<int> done = 0;
  EXPECT_EQ(Enqueue(stream, kExpensive, [&] { ++done; }), 0);
  while (done < 1) std::this_thread::yield();
  for (int i = 0; i < 200; ++i) EXPECT_EQ(Enqueue(stream, 0, [&] { ++done; }), 0);
  while (done < 100) std::this_thread::yield();
  EXPECT_EQ(SynchronizeStream("test", stream, -1), 0);
  EXPECT_EQ(done, 201);
  EXPECT_EQ(DestroyStream("test", stream, false), 0);
}

TEST_F(StreamTest, WaitForAnEventRunsTheOtherStream) {
  Stream* a = NewStream();
  Stream* b = NewStream();
  Event* event = NewEvent();
  std::vector<char> order;
  EXPECT_EQ(Enqueue(a, kCheap, [&] { order.push_back('a'); }), 0);
  EXPECT_EQ(RecordEvent("test", event, a), 0);
  EXPECT_EQ(Enqueue(a, kCheap, [&] { order.push_back('z'); }), 0);
  EXPECT_EQ(WaitForEvent("test", b, event), 0);
  EXPECT_EQ(Enqueue(b, kCheap, [&] { order.push_back('b'); }), 0);
  bool complete = true;
  EXPECT_EQ(DestroyEvent("test", event), 0);  // its record and wait are queued
  EXPECT_EQ(SynchronizeStream("test", b, -1), 0);
  EXPECT_EQ(order, (std::vector<char>{'a', 'b'})) << "work after the record is not needed";
  EXPECT_EQ(QueryStream("test", a, &complete), 0);
  EXPECT_TRUE(complete);
  EXPECT_EQ(order, (std::vector<char>{'a', 'b', 'z'}));
  EXPECT_EQ(DestroyStream("test", a, false), 0);
  EXPECT_EQ(DestroyStream("test", b, false), 0);
}

// Before and behind the wait there may be any number of items.
TEST_F(StreamTest, WaitsWhateverIsQueued) {
  for (const int before : {0, 1, 10, 100}) {
    for (const int behind : {1, 10, 100}) {
      Stream* a = NewStream();
      Stream* b = NewStream();
      Event* event = NewEvent();
      std::atomic<bool> is_done = false;
      std::atomic<int> early = 0, ran = 0;
      EXPECT_EQ(Enqueue(a, kCheap, [&] { is_done = true; }), 0);
      EXPECT_EQ(RecordEvent("test", event, a), 0);
      for (int i = 0; i < before; ++i) EXPECT_EQ(Enqueue(b, kCheap, [&] { ++ran; }), 0);
      EXPECT_EQ(WaitForEvent("test", b, event), 0);
      for (int i = 0; i < behind; ++i) {
        EXPECT_EQ(Enqueue(b, kCheap,
                          [&] {
                            if (!is_done) ++early;
                            ++ran;
                          }),
                  0);
      }
      EXPECT_EQ(SynchronizeStream("test", b, -1), 0);
      EXPECT_EQ(ran, before + behind);
      EXPECT_EQ(early, 0) << before << " items before the wait, " << behind << " behind it";
      EXPECT_EQ(DestroyEvent("test", event), 0);
      EXPECT_EQ(DestroyStream("test", a, false), 0);
      EXPECT_EQ(DestroyStream("test", b, false), 0);
    }
  }
}

TEST_F(StreamTest, RecordedAnewWaitsForTheRecordItSaw) {
  Stream* a = NewStream();
  Stream* b = NewStream();
  Event* event = NewEvent();
  std::atomic<bool> late = false;
  EXPECT_EQ(RecordEvent("test", event, a), 0);
  EXPECT_EQ(WaitForEvent("test", b, event), 0);
  EXPECT_EQ(Enqueue(a, kCheap, [&] { late = true; }), 0);
  EXPECT_EQ(RecordEvent("test", event, a), 0);
  EXPECT_EQ(SynchronizeStream("test", b, -1), 0);
  EXPECT_FALSE(late);
  EXPECT_EQ(SynchronizeEvent("test", event, -1), 0);
  EXPECT_TRUE(late);
  EXPECT_EQ(DestroyEvent("test", event), 0);
  EXPECT_EQ(DestroyStream("test", a, false), 0);
  EXPECT_EQ(DestroyStream("test", b, false), 0);
}

// Streams in a ring, each waiting for the one before, many times round; several threads enqueue and
// synchronize at once.
TEST_F(StreamTest, RingOfWaitsFromManyThreads) {
  constexpr int kStreams = 5, kRounds = 60, kThreads = 4;
  std::vector<Stream*> streams;
  for (int i = 0; i < kStreams; ++i) streams.push_back(NewStream());
  std::vector<Event*> events;
  for (int i = 0; i < kStreams; ++i) events.push_back(NewEvent());
  Context* context = CurrentContext();
  std::atomic<int> done = 0;
  std::vector<std::atomic<int>> running(kStreams);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      EXPECT_EQ(SetCurrentContext("test", context), 0);
      for (int round = 0; round < kRounds; ++round) {
        const int i = (round + t) % kStreams;
        EXPECT_EQ(WaitForEvent("test", streams[i], events[(i + kStreams - 1) % kStreams]), 0);
        EXPECT_EQ(Enqueue(streams[i], round % 7 == 0 ? kExpensive : kCheap,
                          [&, i] {
                            EXPECT_EQ(running[i].fetch_add(1), 0)
                                << "two items of one stream at once";
                            ++done;
                            running[i].fetch_sub(1);
                          }),
                  0);
        EXPECT_EQ(RecordEvent("test", events[i], streams[i]), 0);
        if (round % 5 == t) {
          EXPECT_EQ(SynchronizeStream("test", streams[(i + 2) % kStreams], -1), 0);
        }
        bool complete;
        if (round % 11 == t) {
          EXPECT_EQ(QueryEvent("test", events[(i + 1) % kStreams], &complete), 0);
        }
        if (round % 13 == t) {
          EXPECT_EQ(QueryEventWaits("test", events[i], &complete), 0);
        }
        if (round % 17 == t) {
          EXPECT_EQ(SynchronizeEvent("test", events[i], 20000), 0);
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(SynchronizeDevice("test", -1), 0);
  EXPECT_EQ(done, kRounds * kThreads);
  for (Event* event : events) {
    bool complete = false;
    EXPECT_EQ(QueryEventWaits("test", event, &complete), 0);
    EXPECT_TRUE(complete);
    EXPECT_EQ(DestroyEvent("test", event), 0);
  }
  for (Stream* stream : streams) EXPECT_EQ(DestroyStream("test", stream, false), 0);
}

TEST_F(StreamTest, FirstFailureIsReportedOnceAndLaterWorkRuns) {
  Stream* stream = NewStream();
  bool ran = false;
  EXPECT_EQ(EnqueueWork("test", stream, kCheap, [] { return WorkResult{507015, "first failure"}; }),
            0);
  EXPECT_EQ(
      EnqueueWork("test", stream, kCheap, [] { return WorkResult{507018, "second failure"}; }), 0);
  EXPECT_EQ(Enqueue(stream, kCheap, [&] { ran = true; }), 0);
  bool complete = false;
  EXPECT_EQ(QueryStream("test", stream, &complete), 0);
  EXPECT_TRUE(complete);
  EXPECT_EQ(SynchronizeStream("test", stream, -1), 507015);
  EXPECT_THAT(RecentErrorText(), ::testing::HasSubstr("first failure"));
  EXPECT_TRUE(ran);
  EXPECT_EQ(SynchronizeStream("test", stream, -1), 0);
  EXPECT_EQ(EnqueueWork("test", stream, kCheap, [] { return WorkResult{507015, "third failure"}; }),
            0);
  EXPECT_EQ(SynchronizeDevice("test", -1), 507015);
  EXPECT_THAT(RecentErrorText(), ::testing::HasSubstr("third failure"));
  EXPECT_EQ(DestroyStream("test", stream, false), 0);
}

TEST_F(StreamTest, Timeout) {
  Stream* stream = NewStream();
  std::atomic<bool> go = false;
  // Cheap by its estimate: that it is left to a worker is the timeout's doing.
  EXPECT_EQ(Enqueue(stream, kCheap,
                    [&] {
                      while (!go) std::this_thread::yield();
                    }),
            0);
  Event* event = NewEvent();
  EXPECT_EQ(RecordEvent("test", event, stream), 0);
  EXPECT_EQ(SynchronizeStream("test", stream, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  EXPECT_EQ(SynchronizeEvent("test", event, 5), ACL_ERROR_RT_EVENT_SYNC_TIMEOUT);
  EXPECT_EQ(SynchronizeDevice("test", 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  bool complete = true;
  EXPECT_EQ(QueryStream("test", stream, &complete), 0);
  EXPECT_FALSE(complete);
  EXPECT_EQ(QueryEvent("test", event, &complete), 0);
  EXPECT_FALSE(complete);
  int64_t time_ns;
  EXPECT_EQ(EventTime("test", event, &time_ns), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
  go = true;
  EXPECT_EQ(SynchronizeStream("test", stream, 60000), 0);
  EXPECT_EQ(QueryEvent("test", event, &complete), 0);
  EXPECT_TRUE(complete);
  EXPECT_EQ(DestroyEvent("test", event), 0);
  EXPECT_EQ(DestroyStream("test", stream, false), 0);
}

TEST_F(StreamTest, DestroyFinishesAndForceDrops) {
  bool ran = false, dropped = false;
  Stream* stream = NewStream();
  EXPECT_EQ(Enqueue(stream, kCheap, [&] { ran = true; }), 0);
  EXPECT_EQ(DestroyStream("test", stream, false), 0);
  EXPECT_TRUE(ran);

  Stream* doomed = NewStream();
  Stream* other = NewStream();
  Event* event = NewEvent();
  EXPECT_EQ(Enqueue(doomed, kCheap, [&] { dropped = true; }), 0);
  EXPECT_EQ(RecordEvent("test", event, doomed), 0);
  EXPECT_EQ(WaitForEvent("test", other, event), 0);
  EXPECT_EQ(DestroyStream("test", doomed, true), 0);
  EXPECT_FALSE(dropped);
  EXPECT_EQ(SynchronizeStream("test", other, -1), 0)
      << "a dropped record must not hold others for ever";
  EXPECT_EQ(DestroyEvent("test", event), 0);
  EXPECT_EQ(DestroyStream("test", other, false), 0);
}

TEST_F(StreamTest, ResetOfAnEventInOrder) {
  Stream* stream = NewStream();
  Event* event = NewEvent();
  EXPECT_EQ(RecordEvent("test", event, stream), 0);
  EXPECT_EQ(ResetEvent("test", event, stream), 0);
  EXPECT_EQ(SynchronizeStream("test", stream, -1), 0);
  int64_t time_ns;
  EXPECT_EQ(EventTime("test", event, &time_ns), ACL_ERROR_RT_INTERNAL_ERROR)
      << "as if never recorded";
  EXPECT_EQ(RecordEvent("test", event, stream), 0);
  EXPECT_EQ(ResetEvent("test", event, stream), 0);
  EXPECT_EQ(RecordEvent("test", event, stream), 0);
  EXPECT_EQ(SynchronizeStream("test", stream, -1), 0);
  EXPECT_EQ(EventTime("test", event, &time_ns), 0) << "a reset does not take back a later record";
  EXPECT_EQ(ResetEvent("test", event, stream), 0);
  EXPECT_EQ(DestroyEvent("test", event), 0);
  EXPECT_EQ(DestroyStream("test", stream, false), 0);
}

TEST_F(StreamTest, EagerStreamsRunByThemselvesAndAreNotWaitedFor) {
  Stream* stream = nullptr;
  ASSERT_EQ(CreateStream("test", ACL_STREAM_PERSISTENT, &stream), 0);
  std::atomic<bool> go = false, ran = false;
  EXPECT_EQ(Enqueue(stream, 0,
                    [&] {
                      while (!go) std::this_thread::yield();
                      ran = true;
                    }),
            0);
  EXPECT_EQ(SynchronizeStream("test", stream, -1), 0);
  EXPECT_EQ(SynchronizeDevice("test", -1), 0);
  EXPECT_FALSE(ran);
  go = true;
  while (!ran) std::this_thread::yield();
  EXPECT_EQ(DestroyStream("test", stream, false), 0);
}

TEST_F(StreamTest, WaitingForAnEagerStreamEndsThoughMoreIsPushed) {
  constexpr int kMost = 10'000'000;
  // As a rule this thread runs the work before a worker wakes up.
  for (int round = 0; round < 20; ++round) {
    Stream* stream = nullptr;
    ASSERT_EQ(CreateStream("test", ACL_STREAM_PERSISTENT, &stream), 0);
    const std::shared_ptr<StreamQueue> queue = StreamPool().Find(stream)->queue;
    std::atomic<int> items{0};
    std::atomic<bool> stop{false};
    std::function<WorkResult()> push = [&]() -> WorkResult {
      if (!stop && ++items < kMost) (void)queue->Push(kCheap, Work(push));
      return {};
    };
    ASSERT_TRUE(queue->Push(kCheap, Work(push)));
    FinishAllWork();
    ASSERT_LT(items, kMost);
    stop = true;
    EXPECT_EQ(DestroyStream("test", stream, false), 0);
  }
}

TEST_F(StreamTest, FullChip) {
  std::vector<Stream*> streams;
  Stream* stream = nullptr;
  const int most = CurrentDevice()->soc->product->max_streams - 1;  // the default stream is one
  for (int i = 0; i < most; ++i) {
    ASSERT_EQ(CreateStream("test", 0, &stream), 0);
    streams.push_back(stream);
  }
  EXPECT_EQ(CreateStream("test", 0, &stream), ACL_ERROR_RT_NO_STREAM_RESOURCE);
  for (Stream* each : streams) EXPECT_EQ(DestroyStream("test", each, false), 0);
  EXPECT_EQ(CreateStream("test", 0, &stream), 0);
  EXPECT_EQ(DestroyStream("test", stream, false), 0);
}

TEST_F(StreamTest, ContextsHaveTheirOwnStreams) {
  Context* first = CurrentContext();
  Context* second = nullptr;
  EXPECT_EQ(CreateContext("test", 0, &second), 0);
  EXPECT_EQ(CurrentContext(), second);
  EXPECT_NE(ContextPool().Find(first)->default_stream, ContextPool().Find(second)->default_stream);
  Stream* stream = NewStream();
  bool ran = false;
  EXPECT_EQ(Enqueue(stream, kCheap, [&] { ran = true; }), 0);
  EXPECT_EQ(SetCurrentContext("test", first), 0);
  EXPECT_EQ(Enqueue(stream, kCheap, [] {}), ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(DestroyContext("test", first), ACL_ERROR_RT_PARAM_INVALID) << "the default context";
  EXPECT_EQ(SetCurrentContext("test", second), 0);
  EXPECT_EQ(DestroyContext("test", second), 0);
  EXPECT_TRUE(ran);
  EXPECT_EQ(CurrentContext(), nullptr);
  EXPECT_EQ(CurrentDevice(), nullptr);
  EXPECT_EQ(Enqueue(nullptr, kCheap, [] {}), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_FALSE(StreamPool().IsLive(stream));
  EXPECT_EQ(SetCurrentContext("test", second), ACL_ERROR_RT_PARAM_INVALID);
  std::thread([] { EXPECT_EQ(CurrentContext(), nullptr); }).join();
}

// Not a check of time, which a busy machine would break; prints what one empty item costs.
TEST_F(StreamTest, PrintsTheCostOfAnEmptyItem) {
  constexpr int kTimes = 100000;
  for (int repeat = 0; repeat < 3; ++repeat) {
    const absl::Time begin = absl::Now();
    for (int i = 0; i < kTimes; ++i) {
      ASSERT_EQ(EnqueueWork("test", nullptr, kCheap, [] { return WorkResult{}; }), 0);
      ASSERT_EQ(SynchronizeStream("test", nullptr, -1), 0);
    }
    printf("enqueue + synchronize: %.0f ns\n",
           absl::ToDoubleNanoseconds(absl::Now() - begin) / kTimes);
  }
}

}  // namespace
}  // namespace openaclnn
