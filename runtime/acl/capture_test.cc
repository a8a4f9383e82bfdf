// Capture of streams: what is recorded, what runs, and what ends a capture.
#include "runtime/schedule/capture.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <future>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/acl/capture_fixture.h"
#include "runtime/schedule/stream.h"

namespace openaclnn {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST_F(CaptureTest, WorkIsRecordedAndRunsAsOftenAsWanted) {
  EXPECT_EQ(Put(0, stream_), 0) << "queued before the capture";
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
  EXPECT_EQ(Status(stream_), ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE);
  EXPECT_EQ(Status(other_), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
  EXPECT_EQ(Status(nullptr), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
  for (const int number : {1, 2, 3}) EXPECT_EQ(Put(number, stream_), 0);
  const aclmdlRI model = End(stream_);
  EXPECT_EQ(Status(stream_), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), 0);
  EXPECT_THAT(log_, ElementsAre(0)) << "recorded work has not run";
  EXPECT_EQ(Put(4, stream_), 0);
  EXPECT_EQ(aclmdlRIExecuteAsync(model, stream_), 0);
  EXPECT_EQ(Put(5, stream_), 0);
  EXPECT_EQ(aclmdlRIExecuteAsync(model, stream_), 0);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), 0);
  EXPECT_THAT(log_, ElementsAre(0, 4, 1, 2, 3, 5, 1, 2, 3));
  log_.clear();
  EXPECT_EQ(aclmdlRIExecuteAsync(model, other_), 0);
  EXPECT_EQ(aclrtSynchronizeStream(other_), 0);
  EXPECT_EQ(aclrtDestroyStream(stream_), 0) << "a model does not need the stream";
  EXPECT_EQ(aclmdlRIExecute(model, -1), 0);
  EXPECT_EQ(aclmdlRIExecute(model, 10000), 0);
  EXPECT_THAT(log_, ElementsAre(1, 2, 3, 1, 2, 3, 1, 2, 3));
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
  EXPECT_EQ(aclmdlRIExecuteAsync(model, other_), 107017);
}

TEST_F(CaptureTest, AnEmptyModelRuns) {
  const aclmdlRI model = Model({});
  EXPECT_EQ(aclmdlRIExecute(model, -1), 0);
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
}

TEST_F(CaptureTest, CopiesAndFillsUseTheAddressesAgain) {
  char* const device = static_cast<char*>(Allocate(64));
  void* pinned = nullptr;
  ASSERT_EQ(aclrtMallocHost(&pinned, 64), 0);
  char* const host = static_cast<char*>(pinned);
  std::memset(host, 0, 64);
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
  EXPECT_EQ(aclrtMemsetAsync(device, 64, 7, 16, stream_), 0);
  EXPECT_EQ(aclrtMemcpyAsync(device + 16, 48, host, 16, ACL_MEMCPY_HOST_TO_DEVICE, stream_), 0);
  EXPECT_EQ(
      aclrtMemcpy2dAsync(device + 32, 16, device, 16, 16, 2, ACL_MEMCPY_DEVICE_TO_DEVICE, stream_),
      0);
  EXPECT_EQ(aclrtMemcpyAsync(host + 32, 32, device + 32, 32, ACL_MEMCPY_DEVICE_TO_HOST, stream_),
            0);
  const aclmdlRI model = End(stream_);
  for (const char value : {1, 2}) {
    std::memset(device, 0, 64);
    std::memset(host, value, 16);
    EXPECT_EQ(aclmdlRIExecuteAsync(model, stream_), 0);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), 0);
    EXPECT_EQ(std::string(host + 32, 32), std::string(16, 7) + std::string(16, value));
  }
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
  EXPECT_EQ(aclrtFree(device), 0);
  EXPECT_EQ(aclrtFreeHost(host), 0);
}

TEST_F(CaptureTest, EventsTakeOtherStreamsIn) {
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
  EXPECT_EQ(Put(1, stream_), 0);
  EXPECT_EQ(aclrtRecordEvent(fork_, stream_), 0);
  EXPECT_EQ(aclrtStreamWaitEvent(other_, fork_), 0);
  EXPECT_EQ(Status(other_), ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE);
  EXPECT_EQ(Put(2, other_), 0);
  EXPECT_EQ(Put(3, stream_), 0);
  EXPECT_EQ(aclrtRecordEvent(join_, other_), 0);
  EXPECT_EQ(aclrtStreamWaitEvent(stream_, join_), 0);
  EXPECT_EQ(aclrtResetEvent(join_, stream_), 0);
  EXPECT_EQ(Put(4, stream_), 0);
  const aclmdlRI model = End(stream_);
  EXPECT_EQ(Status(other_), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
  EXPECT_EQ(Put(0, other_), 0) << "queued again";
  EXPECT_EQ(aclmdlRIExecuteAsync(model, other_), 0);
  EXPECT_EQ(aclrtSynchronizeStream(other_), 0);
  EXPECT_THAT(log_, ElementsAre(0, 1, 2, 3, 4));
  // Recorded in a capture that has ended, an event is as if never recorded.
  aclrtEventStatus status = ACL_EVENT_STATUS_NOT_READY;
  EXPECT_EQ(aclrtQueryEvent(fork_, &status), 0);
  EXPECT_EQ(status, ACL_EVENT_STATUS_COMPLETE);
  EXPECT_EQ(aclrtStreamWaitEvent(stream_, fork_), 0);
  EXPECT_EQ(aclrtSynchronizeEvent(fork_), 0);
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
}

TEST_F(CaptureTest, JoinedByWayOfAThirdStream) {
  aclrtStream third = nullptr;
  ASSERT_EQ(aclrtCreateStream(&third), 0);
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
  EXPECT_EQ(aclrtRecordEvent(fork_, stream_), 0);
  EXPECT_EQ(aclrtStreamWaitEvent(other_, fork_), 0);
  EXPECT_EQ(Put(1, other_), 0);
  EXPECT_EQ(aclrtRecordEvent(join_, other_), 0);
  EXPECT_EQ(aclrtStreamWaitEvent(third, join_), 0);
  EXPECT_EQ(Put(2, third), 0);
  EXPECT_EQ(aclrtRecordEvent(join_, third), 0);
  EXPECT_EQ(aclrtStreamWaitEvent(stream_, join_), 0);
  const aclmdlRI model = End(stream_);
  EXPECT_EQ(aclmdlRIExecute(model, -1), 0);
  EXPECT_THAT(log_, ElementsAre(1, 2));
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
}

TEST_F(CaptureTest, WorkThatIsNotJoinedEndsTheCaptureWithoutAModel) {
  for (const bool late : {false, true}) {
    ASSERT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
    EXPECT_EQ(aclrtRecordEvent(fork_, stream_), 0);
    EXPECT_EQ(aclrtStreamWaitEvent(other_, fork_), 0);
    if (late) {
      EXPECT_EQ(aclrtRecordEvent(join_, other_), 0);
      EXPECT_EQ(aclrtStreamWaitEvent(stream_, join_), 0);
    }
    EXPECT_EQ(Put(1, other_), 0);
    aclmdlRI model = nullptr;
    EXPECT_EQ(aclmdlRICaptureEnd(stream_, &model), 107025);
    EXPECT_THAT(aclGetRecentErrMsg(), HasSubstr("a stream that joined the capture has work"));
    EXPECT_EQ(model, nullptr);
    EXPECT_EQ(Status(other_), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
  }
  // Without work there is nothing to join.
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
  EXPECT_EQ(aclrtRecordEvent(fork_, stream_), 0);
  EXPECT_EQ(aclrtStreamWaitEvent(other_, fork_), 0);
  EXPECT_EQ(aclmdlRIDestroy(End(stream_)), 0);
}

TEST_F(CaptureTest, EndsOnlyWhereItBegan) {
  aclmdlRI model = nullptr;
  EXPECT_EQ(aclmdlRICaptureEnd(stream_, &model), 107029);
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kThreadLocal), 0);
  EXPECT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 107027);
  EXPECT_EQ(aclrtRecordEvent(fork_, stream_), 0);
  EXPECT_EQ(aclrtStreamWaitEvent(other_, fork_), 0);
  EXPECT_EQ(aclmdlRICaptureBegin(other_, kGlobal), 107027);
  EXPECT_EQ(aclmdlRICaptureEnd(other_, &model), 107036);
  OnAnotherThread([&] { EXPECT_EQ(aclmdlRICaptureEnd(stream_, &model), 107038); });
  EXPECT_EQ(model, nullptr);
  EXPECT_EQ(Status(stream_), ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE) << "nothing has changed";
  EXPECT_EQ(aclmdlRIDestroy(End(stream_)), 0);
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kRelaxed), 0);
  OnAnotherThread([&] { EXPECT_EQ(aclmdlRICaptureEnd(stream_, &model), 0); });
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
}

TEST_F(CaptureTest, AModelUnderWayIsNotUsed) {
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kRelaxed), 0);
  aclmdlRICaptureStatus status;
  aclmdlRI model = nullptr;
  ASSERT_EQ(aclmdlRICaptureGetInfo(stream_, &status, &model), 0);
  EXPECT_EQ(aclmdlRIExecuteAsync(model, other_), 107027);
  EXPECT_EQ(aclmdlRIDestroy(model), 107027);
  EXPECT_EQ(aclmdlRIAbort(model), 107027);
  EXPECT_EQ(End(stream_), model);
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kRelaxed), 0);
  EXPECT_EQ(aclmdlRIExecuteAsync(model, stream_), 107027) << "not on a captured stream";
  EXPECT_EQ(aclmdlRIExecuteAsync(model, other_), 0);
  EXPECT_EQ(aclmdlRIDestroy(End(stream_)), 0);
  EXPECT_EQ(aclrtSynchronizeStream(other_), 0);
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
}

// Calls that captures forbid.
TEST_F(CaptureTest, ModesSayWhomTheyForbidWhat) {
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&event), 0);
  ASSERT_EQ(aclrtRecordEvent(event, other_), 0);
  char* const device = static_cast<char*>(Allocate(64));
  char own[64] = {};
  aclrtStreamStatus stream_status;
  aclrtEventStatus event_status;
  aclrtEventRecordedStatus recorded;
  aclrtEventWaitStatus waits;
  const aclmdlRI model = Model({});
  const std::vector<std::pair<const char*, std::function<int()>>> calls = {
      {"aclrtSynchronizeStream", [&] { return aclrtSynchronizeStream(other_); }},
      {"aclrtSynchronizeStreamWithTimeout",
       [&] { return aclrtSynchronizeStreamWithTimeout(other_, 1000); }},
      {"aclrtSynchronizeDevice", [&] { return aclrtSynchronizeDevice(); }},
      {"aclrtSynchronizeDeviceWithTimeout",
       [&] { return aclrtSynchronizeDeviceWithTimeout(1000); }},
      {"aclrtSynchronizeEvent", [&] { return aclrtSynchronizeEvent(event); }},
      {"aclrtStreamQuery", [&] { return aclrtStreamQuery(other_, &stream_status); }},
      {"aclrtQueryEvent", [&] { return aclrtQueryEvent(event, &event_status); }},
      {"aclrtQueryEventStatus", [&] { return aclrtQueryEventStatus(event, &recorded); }},
      {"aclrtQueryEventWaitStatus", [&] { return aclrtQueryEventWaitStatus(event, &waits); }},
      {"aclrtMemcpy", [&] { return aclrtMemcpy(device, 64, own, 64, ACL_MEMCPY_HOST_TO_DEVICE); }},
      {"aclrtMemcpy2d",
       [&] { return aclrtMemcpy2d(device, 8, own, 8, 8, 8, ACL_MEMCPY_HOST_TO_DEVICE); }},
      {"aclrtMemset", [&] { return aclrtMemset(device, 64, 0, 64); }},
      {"aclrtMemcpyAsync",
       [&] { return aclrtMemcpyAsync(device, 64, own, 64, ACL_MEMCPY_HOST_TO_DEVICE, other_); }},
      {"aclmdlRIExecute", [&] { return aclmdlRIExecute(model, -1); }},
  };
  for (const auto& [name, call] : calls) {
    ASSERT_EQ(call(), 0) << name << ", without a capture";
    for (const aclmdlRICaptureMode mode : {kGlobal, kThreadLocal, kRelaxed}) {
      for (const bool same_thread : {true, false}) {
        for (const aclmdlRICaptureMode thread_mode : {kGlobal, kThreadLocal, kRelaxed}) {
          const bool forbidden = mode != kRelaxed && thread_mode != kRelaxed &&
                                 (same_thread || (mode == kGlobal && thread_mode == kGlobal));
          SCOPED_TRACE(std::string(name) + ", capture " + std::to_string(mode) + ", thread " +
                       std::to_string(thread_mode) + (same_thread ? ", the same" : ", another"));
          ASSERT_EQ(aclmdlRICaptureBegin(stream_, mode), 0);
          const auto try_it = [&] {
            aclmdlRICaptureMode exchanged = thread_mode;
            EXPECT_EQ(aclmdlRICaptureThreadExchangeMode(&exchanged), 0);
            EXPECT_EQ(exchanged, kGlobal);
            EXPECT_EQ(call(), forbidden ? kForbidden : 0);
            if (forbidden) {
              EXPECT_THAT(aclGetRecentErrMsg(), HasSubstr(name));
            }
            EXPECT_EQ(aclmdlRICaptureThreadExchangeMode(&exchanged), 0);
            EXPECT_EQ(exchanged, thread_mode);
          };
          if (same_thread) {
            try_it();
          } else {
            OnAnotherThread(try_it);
          }
          if (forbidden) {
            ExpectInvalidated();
          } else {
            EXPECT_EQ(aclmdlRIDestroy(End(stream_)), 0);
          }
        }
      }
    }
  }
  EXPECT_EQ(aclrtDestroyEvent(event), 0);
  EXPECT_EQ(aclrtFree(device), 0);
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
}

// What no captured stream can record, each tried in relaxed mode, which forbids nothing.
TEST_F(CaptureTest, WhatCannotBeRecordedInvalidates) {
  aclrtEvent outside = nullptr, external = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&outside), 0);
  ASSERT_EQ(aclrtCreateEventWithFlag(&external, ACL_EVENT_EXTERNAL), 0);
  ASSERT_EQ(aclrtRecordEvent(outside, other_), 0);
  char* const device = static_cast<char*>(Allocate(64));
  char own[64] = {};
  aclrtStreamStatus stream_status;
  aclrtEventStatus event_status;
  aclrtEventWaitStatus waits;
  const aclrtHostFunc function = [](void*) { ADD_FAILURE() << "a rejected function ran"; };
  struct Try {
    std::function<int()> call;
    const char* words;
  };
  const std::vector<Try> tries = {
      {[&] { return aclrtSynchronizeStream(stream_); }, "stream is captured"},
      {[&] { return aclrtStreamQuery(stream_, &stream_status); }, "stream is captured"},
      {[&] { return aclrtSynchronizeEvent(fork_); }, "event was recorded in a captured stream"},
      {[&] { return aclrtQueryEvent(fork_, &event_status); }, "where it is never complete"},
      {[&] { return aclrtQueryEventWaitStatus(fork_, &waits); }, "where it is never complete"},
      {[&] { return aclrtMemcpyAsync(device, 64, own, 64, ACL_MEMCPY_HOST_TO_DEVICE, stream_); },
       "memory of the program's own"},
      {[&] { return aclrtMemsetAsync(own, 64, 0, 64, stream_); }, "memory of the program's own"},
      {[&] { return aclrtLaunchHostFunc(stream_, function, nullptr); },
       "callbacks cannot be recorded"},
      {[&] { return aclrtStreamWaitEvent(stream_, outside); }, "in a stream that is not captured"},
      {[&] { return aclrtResetEvent(outside, stream_); }, "event was recorded outside"},
      {[&] { return aclrtRecordEvent(external, stream_); }, "ACL_EVENT_EXTERNAL"},
      {[&] { return aclrtStreamWaitEvent(nullptr, fork_); }, "default stream"},
  };
  for (const auto& [call, words] : tries) {
    SCOPED_TRACE(words);
    ASSERT_EQ(aclmdlRICaptureBegin(stream_, kRelaxed), 0);
    ASSERT_EQ(aclrtRecordEvent(fork_, stream_), 0);
    EXPECT_EQ(call(), kCannotCapture);
    EXPECT_THAT(aclGetRecentErrMsg(), HasSubstr(words));
    EXPECT_EQ(aclrtRecordEvent(join_, stream_), kInvalidated);
    EXPECT_EQ(aclrtStreamWaitEvent(other_, fork_), kInvalidated);
    EXPECT_EQ(aclrtResetEvent(join_, stream_), kInvalidated);
    ExpectInvalidated();
  }
  EXPECT_EQ(aclrtSynchronizeDevice(), 0);
  EXPECT_EQ(aclrtDestroyEvent(outside), 0);
  EXPECT_EQ(aclrtDestroyEvent(external), 0);
  EXPECT_EQ(aclrtFree(device), 0);
}

TEST_F(CaptureTest, TwoCapturesAreNotJoined) {
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kRelaxed), 0);
  ASSERT_EQ(aclmdlRICaptureBegin(other_, kRelaxed), 0);
  EXPECT_EQ(aclrtRecordEvent(fork_, other_), 0);
  EXPECT_EQ(aclrtStreamWaitEvent(stream_, fork_), kCannotCapture);
  EXPECT_EQ(Status(other_), ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED);
  ExpectInvalidated();
  aclmdlRI model = nullptr;
  EXPECT_EQ(aclmdlRICaptureEnd(other_, &model), kInvalidated);
}

TEST_F(CaptureTest, TheEndOfAStreamEndsItsCapture) {
  // The one that joined.
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
  EXPECT_EQ(aclrtRecordEvent(fork_, stream_), 0);
  EXPECT_EQ(aclrtStreamWaitEvent(other_, fork_), 0);
  EXPECT_EQ(aclrtDestroyStream(other_), 0);
  ExpectInvalidated();
  // The first one, whose end nobody can call any more.
  ASSERT_EQ(aclrtCreateStream(&other_), 0);
  ASSERT_EQ(aclmdlRICaptureBegin(other_, kGlobal), 0);
  EXPECT_EQ(Put(1, other_), 0);
  EXPECT_EQ(aclrtDestroyStream(other_), 0);
  EXPECT_EQ(GraphPool().LiveCount(), 0u);
  EXPECT_EQ(aclrtSynchronizeDevice(), 0) << "nothing is captured";
  // All of them.
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
  EXPECT_EQ(Put(1, stream_), 0);
  EXPECT_EQ(aclrtResetDeviceForce(0), 0);
  EXPECT_EQ(GraphPool().LiveCount(), 0u);
  ASSERT_EQ(aclrtSetDevice(0), 0);
  EXPECT_EQ(aclrtSynchronizeDevice(), 0);
  EXPECT_THAT(log_, ElementsAre());
}

TEST_F(CaptureTest, AModelThatRunsIsNotDestroyed) {
  const aclmdlRI model = Model({1});
  StreamGate gate(other_);
  EXPECT_EQ(aclmdlRIExecuteAsync(model, other_), 0);
  EXPECT_EQ(aclmdlRIDestroy(model), 107037);
  EXPECT_THAT(aclGetRecentErrMsg(), HasSubstr("still runs"));
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(other_), 0);
  EXPECT_THAT(log_, ElementsAre(1));
  EXPECT_EQ(aclmdlRIExecuteAsync(model, other_), 0);
  EXPECT_EQ(aclmdlRIDestroy(model), 0) << "nothing holds the run up";
  EXPECT_THAT(log_, ElementsAre(1, 1));
}

TEST_F(CaptureTest, RunsAreDroppedWithTheirStreamOrAborted) {
  const aclmdlRI model = Model({1, 2});
  {
    StreamGate gate(other_);
    EXPECT_EQ(aclmdlRIExecuteAsync(model, other_), 0);
    EXPECT_EQ(aclmdlRIAbort(model), 0);
    EXPECT_EQ(aclmdlRIExecuteAsync(model, other_), 0) << "queued after that";
    gate.Open();
    EXPECT_EQ(aclrtSynchronizeStream(other_), 0);
  }
  EXPECT_THAT(log_, ElementsAre(1, 2));
  StreamGate gate(other_);
  EXPECT_EQ(aclmdlRIExecuteAsync(model, other_), 0);
  std::thread opener([&] { gate.Open(); });
  EXPECT_EQ(aclrtDestroyStreamForce(other_), 0);
  opener.join();
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
}

TEST_F(CaptureTest, MemoryLivesAsLongAsTheModel) {
  void* const device = Allocate(64);
  void* host = nullptr;
  ASSERT_EQ(aclrtMallocHost(&host, 64), 0);
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
  EXPECT_EQ(aclrtMemcpyAsync(device, 64, host, 64, ACL_MEMCPY_HOST_TO_DEVICE, stream_), 0);
  const aclmdlRI model = End(stream_);
  EXPECT_EQ(aclmdlRIExecute(model, -1), 0);
  EXPECT_EQ(aclrtFree(Allocate(64)), 0) << "other memory";
  EXPECT_EQ(aclmdlRIExecute(model, -1), 0);
  EXPECT_EQ(aclrtFreeHost(host), 0);
  EXPECT_EQ(aclmdlRIExecuteAsync(model, stream_), 107000);
  EXPECT_THAT(aclGetRecentErrMsg(),
              ::testing::ContainsRegex("modelRI needs 64 bytes.*aclrtMemcpyAsync was called"));
  EXPECT_EQ(aclrtFree(device), 0);
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
}

TEST_F(CaptureTest, MemoryThatTookThePlaceOfAnotherIsNotUsed) {
  void* const first = Allocate(64);
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
  EXPECT_EQ(aclrtMemsetAsync(first, 64, 1, 64, stream_), 0);
  const aclmdlRI model = End(stream_);
  EXPECT_EQ(aclrtFree(first), 0);
  // As a rule the first one already has the same address.
  std::vector<void*> others;
  do {
    others.push_back(Allocate(64));
  } while (others.back() != first && others.size() < 1000);
  EXPECT_EQ(aclmdlRIExecuteAsync(model, stream_), 107000);
  for (void* const other : others) EXPECT_EQ(aclrtFree(other), 0);
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
}

// Every way in which memory that a model uses can end.
struct Memory {
  const char* release;
  std::function<void*()> make;
  std::function<int(void*)> end;
};

constexpr size_t kMemory = size_t{2} << 20;

aclrtDrvMemHandle Physical() {
  aclrtPhysicalMemProp prop = {};
  prop.memAttr = ACL_HBM_MEM_HUGE;
  prop.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
  aclrtDrvMemHandle physical = nullptr;
  EXPECT_EQ(aclrtMallocPhysical(&physical, kMemory, &prop, 0), 0);
  return physical;
}

std::vector<Memory> KindsOfMemory() {
  const auto device = [] {
    void* memory = nullptr;
    EXPECT_EQ(aclrtMalloc(&memory, kMemory, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    return memory;
  };
  const auto host = [] {
    void* memory = nullptr;
    EXPECT_EQ(aclrtMallocHost(&memory, kMemory), 0);
    return memory;
  };
  const auto mapped = [] {
    const aclrtDrvMemHandle physical = Physical();
    void* memory = nullptr;
    EXPECT_EQ(aclrtReserveMemAddress(&memory, kMemory, 0, nullptr, 1), 0);
    EXPECT_EQ(aclrtMapMem(memory, kMemory, 0, physical, 0), 0);
    EXPECT_EQ(aclrtFreePhysical(physical), 0) << "the mapping keeps it";
    return memory;
  };
  const auto unmap = [](void* memory) {
    const int code = aclrtUnmapMem(memory);
    return code != 0 ? code : aclrtReleaseMemAddress(memory);
  };
  const auto registered = []() -> void* {
    static std::vector<char> own(kMemory);
    void* memory = nullptr;
    EXPECT_EQ(aclrtHostRegister(own.data(), kMemory, ACL_HOST_REGISTER_MAPPED, &memory), 0);
    return memory;
  };
  return {{"aclrtFree", device, aclrtFree},
          {"aclrtFreeHost", host, aclrtFreeHost},
          {"aclrtUnmapMem", mapped, unmap},
          {"aclrtHostUnregister", registered, aclrtHostUnregister}};
}

// What MemoryUse names for work on `memory`.
struct Uses {
  const void* memory;
  std::vector<MemoryRange> operator()() const { return {{memory, static_cast<int64_t>(kMemory)}}; }
};

// A thread that releases memory, and is held up while it waits for what was queued before. It is
// past `stream` and older ones, for which it waited first.
class Releaser {
 public:
  Releaser(const Memory& kind, void* memory, aclrtStream stream) {
    EXPECT_EQ(EnqueueWork("test", stream, 1,
                          [this]() -> WorkResult {
                            waits_.set_value();
                            return {};
                          }),
              0);
    EXPECT_EQ(aclrtCreateStream(&held_), 0);
    gate_.emplace(held_);
    thread_ = std::thread([this, &kind, memory] {
      EXPECT_EQ(kind.end(memory), 0);
      at_end();
    });
    waits_.get_future().wait();
  }
  void LetGo() { gate_->Open(); }
  void Join() {
    thread_.join();
    EXPECT_EQ(aclrtDestroyStream(held_), 0);
  }

  std::function<void()> at_end = [] {};

 private:
  std::promise<void> waits_;
  aclrtStream held_ = nullptr;
  std::optional<StreamGate> gate_;
  std::thread thread_;
};

TEST_F(CaptureTest, MemoryMappedAgainAtItsAddressIsUsed) {
  const aclrtDrvMemHandle physical = Physical();
  void* memory = nullptr;
  ASSERT_EQ(aclrtReserveMemAddress(&memory, kMemory, 0, nullptr, 1), 0);
  ASSERT_EQ(aclrtMapMem(memory, kMemory, 0, physical, 0), 0);
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
  EXPECT_EQ(aclrtMemsetAsync(memory, kMemory, 1, kMemory, stream_), 0);
  const aclmdlRI model = End(stream_);
  EXPECT_EQ(aclrtUnmapMem(memory), 0);
  EXPECT_EQ(aclmdlRIExecuteAsync(model, stream_), 107000);
  ASSERT_EQ(aclrtMapMem(memory, kMemory, 0, physical, 0), 0);
  EXPECT_EQ(aclmdlRIExecute(model, -1), 0);
  EXPECT_EQ(static_cast<const char*>(memory)[kMemory - 1], 1);
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
  EXPECT_EQ(aclrtUnmapMem(memory), 0);
  EXPECT_EQ(aclrtFreePhysical(physical), 0);
  EXPECT_EQ(aclrtReleaseMemAddress(memory), 0);
}

TEST_F(CaptureTest, MemoryMappedWhereOtherMemoryWasIsNotUsed) {
  void* memory = nullptr;
  ASSERT_EQ(aclrtReserveMemAddress(&memory, kMemory, 0, nullptr, 1), 0);
  const aclrtDrvMemHandle physical = Physical();
  ASSERT_EQ(aclrtMapMem(memory, kMemory, 0, physical, 0), 0);
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
  EXPECT_EQ(aclrtMemsetAsync(memory, kMemory, 1, kMemory, stream_), 0);
  const aclmdlRI model = End(stream_);
  EXPECT_EQ(aclrtUnmapMem(memory), 0);
  EXPECT_EQ(aclrtReleaseMemAddress(memory), 0);
  std::vector<void*> reserved;
  do {
    ASSERT_LT(reserved.size(), 64u) << "this test needs the same addresses again";
    ASSERT_EQ(aclrtReserveMemAddress(&reserved.emplace_back(), kMemory, 0, nullptr, 1), 0);
  } while (reserved.back() != memory);
  ASSERT_EQ(aclrtMapMem(memory, kMemory, 0, physical, 0), 0);
  EXPECT_EQ(aclmdlRIExecute(model, -1), 107000);
  EXPECT_THAT(aclGetRecentErrMsg(), HasSubstr("this memory was released"));
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
  EXPECT_EQ(aclrtUnmapMem(memory), 0);
  EXPECT_EQ(aclrtFreePhysical(physical), 0);
  for (void* const address : reserved) EXPECT_EQ(aclrtReleaseMemAddress(address), 0);
}

TEST_F(CaptureTest, MemoryThatEndedMeanwhileIsNotUsed) {
  for (const Memory& kind : KindsOfMemory()) {
    SCOPED_TRACE(kind.release);
    void* const memory = kind.make();
    ASSERT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
    const auto work = [memory]() -> WorkResult {
      std::memset(memory, 1, kMemory);
      return {};
    };
    EXPECT_EQ(EnqueueWork("test", stream_, 1, work, /*finish=*/false, Uses{memory}), 0);
    const aclmdlRI model = End(stream_);
    Releaser releaser(kind, memory, other_);
    EXPECT_EQ(aclmdlRIExecuteAsync(model, stream_), 0) << "the memory is still there";
    releaser.LetGo();
    releaser.Join();
    EXPECT_EQ(aclrtSynchronizeStream(stream_), 107000);
    EXPECT_THAT(aclGetRecentErrMsg(), HasSubstr("this memory was released"));
    EXPECT_EQ(aclmdlRIDestroy(model), 0);
  }
}

TEST_F(CaptureTest, MemoryOfAModelAtWorkEndsAfterIt) {
  for (const Memory& kind : KindsOfMemory()) {
    SCOPED_TRACE(kind.release);
    void* const memory = kind.make();
    std::promise<void> at_work, leave;
    std::atomic<bool> left{false};
    ASSERT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
    const auto work = [&]() -> WorkResult {
      at_work.set_value();
      leave.get_future().wait();
      left = true;
      return {};
    };
    EXPECT_EQ(EnqueueWork("test", stream_, 1, work, /*finish=*/false, Uses{memory}), 0);
    const aclmdlRI model = End(stream_);
    aclrtStream probes = nullptr;
    ASSERT_EQ(aclrtCreateStream(&probes), 0);
    ASSERT_EQ(aclmdlRICaptureBegin(probes, kGlobal), 0);
    const auto nothing = []() -> WorkResult { return {}; };
    EXPECT_EQ(EnqueueWork("test", probes, 1, nothing, /*finish=*/false, Uses{memory}), 0);
    const aclmdlRI probe = End(probes);
    Releaser releaser(kind, memory, other_);
    bool left_at_end = false;
    releaser.at_end = [&] { left_at_end = left; };
    std::thread runner([&] {
      ASSERT_EQ(aclrtSetCurrentContext(context_), 0);
      EXPECT_EQ(aclmdlRIExecuteAsync(model, stream_), 0);
      EXPECT_EQ(aclrtSynchronizeStream(stream_), 0);
    });
    at_work.get_future().wait();
    releaser.LetGo();
    // Until nothing finds the memory any more. Then only waiting keeps it from its end.
    while (aclmdlRIExecuteAsync(probe, probes) == 0) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::future<int> again = std::async(std::launch::async, kind.end, memory);
    EXPECT_EQ(again.wait_for(std::chrono::seconds(20)), std::future_status::ready)
        << "what ends already is refused at once";
    leave.set_value();
    EXPECT_NE(again.get(), 0);
    runner.join();
    releaser.Join();
    EXPECT_TRUE(left_at_end);
    EXPECT_EQ(aclmdlRIDestroy(model), 0);
    EXPECT_EQ(aclmdlRIDestroy(probe), 0);
    EXPECT_EQ(aclrtDestroyStream(probes), 0);
  }
}

TEST_F(CaptureTest, FailuresStayWithTheStreamAndTheRestRuns) {
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
  EXPECT_EQ(Put(1, stream_), 0);
  for (const int code : {507015, 507018}) {
    EXPECT_EQ(EnqueueWork("test", stream_, 1, [code] { return WorkResult{code, "it failed"}; }), 0);
  }
  EXPECT_EQ(Put(2, stream_), 0);
  const aclmdlRI model = End(stream_);
  EXPECT_EQ(aclmdlRIExecute(model, -1), 507015);
  EXPECT_THAT(aclGetRecentErrMsg(), HasSubstr("it failed"));
  EXPECT_EQ(aclmdlRIExecuteAsync(model, other_), 0);
  EXPECT_EQ(aclrtSynchronizeStream(other_), 507015);
  EXPECT_THAT(log_, ElementsAre(1, 2, 1, 2));
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
}

TEST_F(CaptureTest, RunsOfOneModelAreNeverAtWorkAtOnce) {
  std::atomic<int> at_work{0}, most{0};
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
  const auto work = [&]() -> WorkResult {
    const int now = ++at_work;
    if (now > most) most = now;
    std::this_thread::yield();
    --at_work;
    return {};
  };
  for (int i = 0; i < 4; ++i) EXPECT_EQ(EnqueueWork("test", stream_, 1, work), 0);
  const aclmdlRI model = End(stream_);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      ASSERT_EQ(aclrtSetCurrentContext(context_), 0);
      aclrtStream own = nullptr;
      ASSERT_EQ(aclrtCreateStream(&own), 0);
      for (int i = 0; i < 500; ++i) EXPECT_EQ(aclmdlRIExecuteAsync(model, own), 0);
      EXPECT_EQ(aclrtSynchronizeStream(own), 0);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(most, 1);
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
}

TEST_F(CaptureTest, AModelIsDescribed) {
  void* const device = Allocate(64);
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
  EXPECT_EQ(aclrtMemsetAsync(device, 64, 0, 16, stream_), 0);
  EXPECT_EQ(Put(1, stream_), 0);
  const aclmdlRI model = End(stream_);
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(aclmdlRIDebugPrint(model), 0);
  const std::string lines = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(lines, HasSubstr("2 tasks"));
  EXPECT_THAT(lines, ::testing::ContainsRegex("0: aclrtMemsetAsync, stream .*16 bytes"));
  const std::string path = ::testing::TempDir() + "/model.json";
  EXPECT_EQ(aclmdlRIDebugJsonPrint(model, path.c_str(), 0), 0);
  std::ifstream file(path);
  const std::string json((std::istreambuf_iterator<char>(file)), {});
  EXPECT_THAT(json, ::testing::StartsWith("{\"tasks\": [\n"));
  EXPECT_THAT(json, HasSubstr("{\"index\": 0, \"function\": \"aclrtMemsetAsync\""));
  EXPECT_THAT(json, HasSubstr("\"bytes\": 16}]},\n"));
  EXPECT_THAT(json, ::testing::EndsWith("\"memory\": []}\n]}\n"));
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
  EXPECT_EQ(aclrtFree(device), 0);
}

TEST_F(CaptureTest, NotOnEveryChip) {
  ASSERT_EQ(aclrtSetDevice(1), 0);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), 0);
  EXPECT_EQ(aclmdlRICaptureBegin(stream, kGlobal), 207000);
  EXPECT_THAT(aclGetRecentErrMsg(), HasSubstr("Ascend310B1 cannot capture streams"));
  EXPECT_EQ(aclrtDestroyStream(stream), 0);
  EXPECT_EQ(aclrtResetDevice(1), 0);
}

}  // namespace
}  // namespace openaclnn
