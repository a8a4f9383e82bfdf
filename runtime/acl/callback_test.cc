// Callbacks in streams: order, threads, and that nobody waits for ever.
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/schedule/context.h"
#include "runtime/schedule/stream.h"

namespace {

using openaclnn::EnqueueWork;
using openaclnn::WorkResult;

uint64_t Self() { return static_cast<uint64_t>(pthread_self()); }

// A callback that calls a std::function.
void Call(void* function) { (*static_cast<std::function<void()>*>(function))(); }

class CallbackTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(aclrtSetDevice(0), 0);
    ASSERT_EQ(aclrtCreateStream(&stream_), 0);
  }
  void TearDown() override {
    if (stream_ != nullptr) {
      EXPECT_EQ(aclrtDestroyStream(stream_), 0);
    }
    EXPECT_EQ(aclrtResetDevice(0), 0);
    EXPECT_EQ(openaclnn::StreamPool().LiveCount(), 0u);
  }
  int Launch(std::function<void()>& function, aclrtCallbackBlockType type) {
    return aclrtLaunchCallback(Call, &function, type, stream_);
  }
  int Enqueue(std::function<void()> body) {
    return EnqueueWork("test", stream_, 1, [body = std::move(body)]() -> WorkResult {
      body();
      return {};
    });
  }
  aclrtStream stream_ = nullptr;
};

// A thread that processes reports until it is told to stop.
class Processor {
 public:
  Processor()
      : thread_([this] {
          id_ = Self();
          while (!stop_) {
            const int code = aclrtProcessReport(5);
            if (code == ACL_ERROR_RT_THREAD_SUBSCRIBE) std::this_thread::yield();
          }
        }) {
    while (id_ == 0) std::this_thread::yield();
  }
  ~Processor() {
    stop_ = true;
    thread_.join();
  }
  uint64_t id() const { return id_; }

 private:
  std::atomic<uint64_t> id_{0};
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

TEST_F(CallbackTest, RunInOrderOnTheSubscribedThread) {
  Processor processor;
  ASSERT_EQ(aclrtSubscribeReport(processor.id(), stream_), 0);
  std::vector<int> order;
  uint64_t ran_on = 0;
  std::function<void()> first = [&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    order.push_back(1);
    ran_on = Self();
  };
  std::function<void()> second = [&] { order.push_back(3); };
  EXPECT_EQ(Enqueue([&] { order.push_back(0); }), 0);
  EXPECT_EQ(Launch(first, ACL_CALLBACK_BLOCK), 0);
  EXPECT_EQ(Enqueue([&] { order.push_back(2); }), 0);
  EXPECT_EQ(Launch(second, ACL_CALLBACK_BLOCK), 0);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), 0);
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(ran_on, processor.id());
  EXPECT_EQ(aclrtUnSubscribeReport(processor.id(), stream_), 0);
}

TEST_F(CallbackTest, WithoutBlockTheStreamGoesOn) {
  ASSERT_EQ(aclrtSubscribeReport(Self(), stream_), 0);
  bool ran = false, later = false;
  std::function<void()> callback = [&] { ran = true; };
  EXPECT_EQ(Launch(callback, ACL_CALLBACK_NO_BLOCK), 0);
  EXPECT_EQ(Enqueue([&] { later = true; }), 0);
  // Another thread waits for the stream, so that this one runs no callback.
  std::thread([&] {
    ASSERT_EQ(aclrtSetDevice(0), 0);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), 0);
    EXPECT_EQ(aclrtResetDevice(0), 0);
  }).join();
  EXPECT_TRUE(later);
  EXPECT_FALSE(ran);
  EXPECT_EQ(aclrtProcessReport(-1), 0);
  EXPECT_TRUE(ran);
  EXPECT_EQ(aclrtProcessReport(1), ACL_ERROR_RT_REPORT_TIMEOUT);
  EXPECT_EQ(aclrtUnSubscribeReport(Self(), stream_), 0);
  EXPECT_EQ(aclrtProcessReport(1), ACL_ERROR_RT_THREAD_SUBSCRIBE);
}

TEST_F(CallbackTest, NobodyNeedsToWaitForTheStream) {
  ASSERT_EQ(aclrtSubscribeReport(Self(), stream_), 0);
  std::function<void()> callback = [] {};
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(Enqueue([] {}), 0);
    EXPECT_EQ(Launch(callback, i % 2 == 0 ? ACL_CALLBACK_BLOCK : ACL_CALLBACK_NO_BLOCK), 0);
  }
  for (int i = 0; i < 100; ++i) EXPECT_EQ(aclrtProcessReport(10'000), 0) << i;
}

TEST_F(CallbackTest, NullIsTheDefaultStream) {
  Processor processor;
  ASSERT_EQ(aclrtSubscribeReport(processor.id(), nullptr), 0);
  EXPECT_EQ(aclrtSubscribeReport(processor.id(), nullptr), ACL_ERROR_RT_STREAM_SUBSCRIBE);
  std::vector<uint64_t> ran_on;
  std::function<void()> note = [&] { ran_on.push_back(Self()); };
  for (const auto type : {ACL_CALLBACK_NO_BLOCK, ACL_CALLBACK_BLOCK})
    EXPECT_EQ(aclrtLaunchCallback(Call, &note, type, nullptr), 0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  EXPECT_EQ(ran_on, (std::vector<uint64_t>{processor.id(), processor.id()}));
  EXPECT_EQ(aclrtUnSubscribeReport(processor.id(), nullptr), 0);
  EXPECT_EQ(aclrtLaunchCallback(Call, &note, ACL_CALLBACK_BLOCK, nullptr),
            ACL_ERROR_RT_STREAM_NO_CB_REG);
}

TEST_F(CallbackTest, OneThreadServesSeveralStreams) {
  aclrtStream other = nullptr;
  ASSERT_EQ(aclrtCreateStream(&other), 0);
  Processor processor;
  ASSERT_EQ(aclrtSubscribeReport(processor.id(), stream_), 0);
  ASSERT_EQ(aclrtSubscribeReport(processor.id(), other), 0);
  EXPECT_EQ(aclrtSubscribeReport(Self(), other), ACL_ERROR_RT_STREAM_SUBSCRIBE);
  EXPECT_THAT(aclGetRecentErrMsg(), ::testing::HasSubstr(std::to_string(processor.id())));
  std::atomic<int> ran = 0;
  std::function<void()> count = [&] { ++ran; };
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(aclrtLaunchCallback(Call, &count, ACL_CALLBACK_BLOCK, stream_), 0);
    EXPECT_EQ(aclrtLaunchCallback(Call, &count, ACL_CALLBACK_BLOCK, other), 0);
  }
  EXPECT_EQ(aclrtSynchronizeDevice(), 0);
  EXPECT_EQ(ran, 20);
  EXPECT_EQ(aclrtUnSubscribeReport(Self(), other), ACL_ERROR_RT_THREAD_SUBSCRIBE);
  EXPECT_EQ(aclrtUnSubscribeReport(processor.id(), other), 0);
  EXPECT_EQ(aclrtUnSubscribeReport(processor.id(), other), ACL_ERROR_RT_STREAM_SUBSCRIBE);
  EXPECT_EQ(aclrtLaunchCallback(Call, &count, ACL_CALLBACK_BLOCK, other),
            ACL_ERROR_RT_STREAM_NO_CB_REG);
  EXPECT_EQ(aclrtLaunchCallback(Call, &count, ACL_CALLBACK_BLOCK, stream_), 0);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), 0);
  EXPECT_EQ(ran, 21);
  EXPECT_EQ(aclrtDestroyStream(other), 0);
}

TEST_F(CallbackTest, WhoServesAStreamMayWaitForIt) {
  ASSERT_EQ(aclrtSubscribeReport(Self(), stream_), 0);
  uint64_t ran_on = 0;
  std::function<void()> callback = [&] { ran_on = Self(); };
  EXPECT_EQ(Launch(callback, ACL_CALLBACK_BLOCK), 0);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), 0);
  EXPECT_EQ(ran_on, Self());
  // Releasing memory waits for all streams.
  void* memory = nullptr;
  ASSERT_EQ(aclrtMalloc(&memory, 8, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  EXPECT_EQ(Launch(callback, ACL_CALLBACK_BLOCK), 0);
  std::this_thread::sleep_for(
      std::chrono::milliseconds(5));  // a worker waits at the callback by now
  EXPECT_EQ(aclrtFree(memory), 0);
  EXPECT_EQ(Launch(callback, ACL_CALLBACK_BLOCK), 0);
  EXPECT_EQ(aclrtDestroyStream(stream_), 0) << "finishes the callback, too";
  stream_ = nullptr;
}

TEST_F(CallbackTest, TwoThreadsThatServeEachOthersStreams) {
  aclrtStream streams[2] = {stream_, nullptr};
  ASSERT_EQ(aclrtCreateStream(&streams[1]), 0);
  std::atomic<int> subscribed = 0, ran = 0;
  std::function<void()> count = [&] { ++ran; };
  const auto wait_for_other = [&](int mine) {
    ASSERT_EQ(aclrtSetDevice(0), 0);
    ASSERT_EQ(aclrtSubscribeReport(Self(), streams[mine]), 0);
    EXPECT_EQ(aclrtLaunchCallback(Call, &count, ACL_CALLBACK_BLOCK, streams[mine]), 0);
    ++subscribed;
    while (subscribed < 2) std::this_thread::yield();
    EXPECT_EQ(aclrtSynchronizeStream(streams[1 - mine]), 0);
    ++subscribed;
    // The other one may need this one until it has got past its wait.
    while (subscribed < 4) (void)aclrtProcessReport(1);
    EXPECT_EQ(aclrtUnSubscribeReport(Self(), streams[mine]), 0);
    EXPECT_EQ(aclrtResetDevice(0), 0);
  };
  std::thread other(wait_for_other, 1);
  wait_for_other(0);
  other.join();
  EXPECT_EQ(ran, 2);
  EXPECT_EQ(aclrtSetDevice(0), 0);
  EXPECT_EQ(aclrtDestroyStream(streams[1]), 0);
  EXPECT_EQ(aclrtResetDevice(0), 0);
}

TEST_F(CallbackTest, EndingTheSubscriptionReleasesTheStream) {
  std::atomic<uint64_t> id = 0;
  std::atomic<bool> stop = false;
  std::thread idle([&] {
    id = Self();
    while (!stop) std::this_thread::yield();
  });
  while (id == 0) std::this_thread::yield();
  ASSERT_EQ(aclrtSubscribeReport(id, stream_), 0);
  bool ran = false;
  std::function<void()> callback = [&] { ran = true; };
  for (int i = 0; i < 3; ++i) EXPECT_EQ(Launch(callback, ACL_CALLBACK_BLOCK), 0);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream_, 20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  aclrtStreamStatus status = ACL_STREAM_STATUS_COMPLETE;
  EXPECT_EQ(aclrtStreamQuery(stream_, &status), 0);
  EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY);
  EXPECT_EQ(aclrtUnSubscribeReport(id, stream_), 0);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), 0);

  // So does the end of the stream by force.
  ASSERT_EQ(aclrtSubscribeReport(id, stream_), 0);
  EXPECT_EQ(Launch(callback, ACL_CALLBACK_BLOCK), 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(aclrtDestroyStreamForce(stream_), 0);
  stream_ = nullptr;
  EXPECT_FALSE(ran);
  stop = true;
  idle.join();
}

TEST_F(CallbackTest, InACallbackWorkIsQueuedAndNotWaitedFor) {
  void* memory = nullptr;
  ASSERT_EQ(aclrtMalloc(&memory, 8, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&event), 0);
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&context), 0);
  std::vector<int> codes;
  int queued = -1;
  std::function<void()> callback = [&] {
    EXPECT_EQ(aclrtSetCurrentContext(context), 0);
    char own[8];
    codes = {aclrtSynchronizeStream(stream_),
             aclrtSynchronizeDevice(),
             aclrtSynchronizeEvent(event),
             aclrtDestroyStream(stream_),
             aclrtDestroyStreamForce(stream_),
             aclrtResetDevice(0),
             aclrtResetDeviceForce(0),
             aclrtDestroyContext(context),
             aclrtFree(memory),
             aclrtMemcpyAsync(own, 8, memory, 8, ACL_MEMCPY_DEFAULT, stream_),
             aclrtProcessReport(1)};
    EXPECT_THAT(aclGetRecentErrMsg(), ::testing::HasSubstr("called by a callback of a stream"));
    queued = aclrtMemsetAsync(memory, 8, 7, 8, stream_);
    aclrtStreamStatus status;
    EXPECT_EQ(aclrtStreamQuery(stream_, &status), 0);
    EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY);
    // More than a queue holds before a call does some of it.
    for (int i = 0; i < 9000; ++i) EXPECT_EQ(aclrtMemsetAsync(memory, 8, i, 8, stream_), 0);
    EXPECT_EQ(aclrtMemsetAsync(memory, 8, 9, 8, stream_), 0);
  };
  EXPECT_EQ(aclrtLaunchHostFunc(stream_, Call, &callback), 0);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), 0);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), 0) << "for what the callback queued";
  for (const int code : codes) EXPECT_EQ(code, ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  EXPECT_EQ(codes.size(), 11u);
  EXPECT_EQ(queued, 0);
  EXPECT_EQ(*static_cast<char*>(memory), 9);
  EXPECT_EQ(aclrtDestroyEvent(event), 0);
  EXPECT_EQ(aclrtFree(memory), 0);
}

TEST_F(CallbackTest, HostFunctionsRunOnAThreadOfTheLibrary) {
  std::mutex mutex;
  uint64_t ran_on = 0;
  std::vector<int> order;
  std::function<void()> function = [&] {
    const std::lock_guard<std::mutex> lock(mutex);
    ran_on = Self();
    order.push_back(1);
  };
  {
    // What the caller holds the function may want: no call but a wait may run it here.
    const std::lock_guard<std::mutex> lock(mutex);
    EXPECT_EQ(aclrtLaunchHostFunc(stream_, Call, &function), 0);
    EXPECT_EQ(Enqueue([&] { order.push_back(2); }), 0);
    aclrtStreamStatus status;
    for (int i = 0; i < 10; ++i) {
      EXPECT_EQ(aclrtStreamQuery(stream_, &status), 0);
      EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY);
    }
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream_, 10), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  }
  EXPECT_EQ(aclrtSynchronizeStream(stream_), 0);
  EXPECT_NE(ran_on, Self());
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
  EXPECT_EQ(aclrtSubscribeReport(Self(), stream_), ACL_ERROR_RT_STREAM_SUBSCRIBE);
  EXPECT_EQ(aclrtUnSubscribeReport(Self(), stream_), ACL_ERROR_RT_STREAM_SUBSCRIBE);
  EXPECT_EQ(Launch(function, ACL_CALLBACK_BLOCK), ACL_ERROR_RT_STREAM_SUBSCRIBE);
  EXPECT_THAT(aclGetRecentErrMsg(), ::testing::HasSubstr("aclrtLaunchHostFunc"));
}

}  // namespace
