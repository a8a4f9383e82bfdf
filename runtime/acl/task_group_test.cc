// Groups of tasks of captured models, and what replaces them.
#include <atomic>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <functional>
#include <future>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/acl/capture_fixture.h"
#include "runtime/handles/handle_pool.h"
#include "runtime/schedule/capture.h"
#include "runtime/schedule/context.h"
#include "runtime/schedule/stream.h"

namespace openaclnn {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class TaskGroupTest : public CaptureTest {
 protected:
  // Of what is put on a captured stream in `body`.
  static aclrtTaskGrp Group(aclrtStream stream, const std::function<void()>& body) {
    aclrtTaskGrp group = nullptr;
    EXPECT_EQ(aclmdlRICaptureTaskGrpBegin(stream), 0);
    body();
    EXPECT_EQ(aclmdlRICaptureTaskGrpEnd(stream, &group), 0);
    EXPECT_NE(group, nullptr);
    return group;
  }
  void PutAll(const std::vector<int>& numbers, aclrtStream stream) {
    for (const int number : numbers) EXPECT_EQ(Put(number, stream), 0);
  }
  // A model that puts these numbers, of which the second ones are a group.
  aclmdlRI ModelOf(const std::vector<int>& before, const std::vector<int>& in_group,
                   const std::vector<int>& after, aclrtTaskGrp* group) {
    EXPECT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
    PutAll(before, stream_);
    *group = Group(stream_, [&] { PutAll(in_group, stream_); });
    PutAll(after, stream_);
    return End(stream_);
  }
  // The code of the end.
  int Update(aclrtTaskGrp group, const std::vector<int>& numbers, aclrtStream stream) {
    EXPECT_EQ(aclmdlRICaptureTaskUpdateBegin(stream, group), 0);
    PutAll(numbers, stream);
    return aclmdlRICaptureTaskUpdateEnd(stream);
  }
  std::vector<int> Run(aclmdlRI model) {
    log_.clear();
    EXPECT_EQ(aclmdlRIExecute(model, -1), 0);
    return log_;
  }
};

TEST_F(TaskGroupTest, AnUpdateReplacesTheTasksOfTheGroup) {
  aclrtTaskGrp group = nullptr;
  const aclmdlRI model = ModelOf({1}, {2, 3}, {4}, &group);
  EXPECT_THAT(Run(model), ElementsAre(1, 2, 3, 4));
  for (const aclrtStream stream : {stream_, other_}) {
    log_.clear();
    ASSERT_EQ(Put(0, stream), 0) << "queued before the update";
    ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(stream, group), 0);
    PutAll({20, 30}, stream);
    EXPECT_EQ(Status(stream), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
    EXPECT_EQ(aclrtSynchronizeDevice(), 0);
    EXPECT_THAT(log_, ElementsAre(0)) << "collected work has not run";
    EXPECT_THAT(Run(model), ElementsAre(1, 2, 3, 4)) << "nothing is replaced before the end";
    EXPECT_EQ(aclmdlRICaptureTaskUpdateEnd(stream), 0);
    EXPECT_THAT(Run(model), ElementsAre(1, 20, 30, 4));
    EXPECT_THAT(Run(model), ElementsAre(1, 20, 30, 4));
    ASSERT_EQ(Put(5, stream), 0) << "queued again";
    EXPECT_EQ(aclrtSynchronizeStream(stream), 0);
    EXPECT_EQ(log_.back(), 5);
    EXPECT_EQ(Update(group, {2, 3}, stream), 0);
    EXPECT_THAT(Run(model), ElementsAre(1, 2, 3, 4));
  }
  aclrtStream default_stream = nullptr;
  ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&default_stream), 0);
  EXPECT_EQ(Update(group, {7, 8}, default_stream), 0);
  EXPECT_THAT(Run(model), ElementsAre(1, 7, 8, 4));
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
}

TEST_F(TaskGroupTest, CopiesAndFillsGetOtherAddressesAndValues) {
  char* const device = static_cast<char*>(Allocate(64));
  std::memset(device, 0, 64);
  aclrtTaskGrp group = nullptr;
  const auto put = [&](size_t offset, int32_t value) {
    EXPECT_EQ(aclrtMemsetAsync(device + offset, 8, value, 8, other_), 0);
    EXPECT_EQ(aclrtMemcpyAsync(device + offset + 8, 8, device + offset, 8,
                               ACL_MEMCPY_DEVICE_TO_DEVICE, other_),
              0);
    EXPECT_EQ(aclrtMemsetAsync(device, 0, 9, 0, other_), 0) << "of no bytes, so it is no task";
  };
  ASSERT_EQ(aclmdlRICaptureBegin(other_, kGlobal), 0);
  group = Group(other_, [&] { put(0, 1); });
  const aclmdlRI model = End(other_);
  ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(other_, group), 0);
  put(32, 2);
  EXPECT_EQ(aclmdlRICaptureTaskUpdateEnd(other_), 0);
  EXPECT_EQ(aclmdlRIExecute(model, -1), 0);
  EXPECT_EQ(std::string(device, 64), std::string(32, 0) + std::string(16, 2) + std::string(16, 0));
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
  EXPECT_EQ(aclrtFree(device), 0);
}

TEST_F(TaskGroupTest, AGroupIsOfOneStream) {
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
  EXPECT_EQ(aclrtRecordEvent(fork_, stream_), 0);
  EXPECT_EQ(aclrtStreamWaitEvent(other_, fork_), 0);
  aclrtTaskGrp inner = nullptr;
  const aclrtTaskGrp outer = Group(stream_, [&] {
    EXPECT_EQ(Put(1, stream_), 0);
    EXPECT_EQ(Put(2, other_), 0);
    inner = Group(other_, [&] {
      EXPECT_EQ(Put(3, other_), 0);
      EXPECT_EQ(Put(4, stream_), 0);
    });
    // A group may contain events, which are no tasks.
    EXPECT_EQ(aclrtRecordEvent(join_, other_), 0);
    EXPECT_EQ(aclrtStreamWaitEvent(stream_, join_), 0);
    EXPECT_EQ(Put(5, stream_), 0);
  });
  const aclrtTaskGrp empty = Group(stream_, [] {});
  const aclrtTaskGrp next = Group(stream_, [&] { EXPECT_EQ(Put(6, stream_), 0); });
  const aclmdlRI model = End(stream_);
  EXPECT_THAT(Run(model), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_EQ(Update(outer, {10, 40, 50}, other_), 0);
  EXPECT_THAT(Run(model), ElementsAre(10, 2, 3, 40, 50, 6));
  EXPECT_EQ(Update(inner, {30}, stream_), 0);
  EXPECT_EQ(Update(empty, {}, stream_), 0);
  EXPECT_THAT(Run(model), ElementsAre(10, 2, 30, 40, 50, 6));
  EXPECT_EQ(Update(empty, {0}, stream_), 107000);
  EXPECT_EQ(Update(next, {60}, stream_), 0);
  EXPECT_THAT(Run(model), ElementsAre(10, 2, 30, 40, 50, 60));
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
}

TEST_F(TaskGroupTest, TwoStreamsUpdateAtOnce) {
  aclrtTaskGrp first = nullptr, second = nullptr;
  const aclmdlRI model = ModelOf({}, {1}, {}, &first);
  const aclmdlRI other_model = ModelOf({}, {2}, {}, &second);
  ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(stream_, first), 0);
  ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(other_, second), 0);
  EXPECT_EQ(Put(10, stream_), 0);
  EXPECT_EQ(Put(20, other_), 0);
  EXPECT_EQ(aclmdlRICaptureTaskUpdateEnd(stream_), 0);
  EXPECT_EQ(aclmdlRICaptureTaskUpdateEnd(other_), 0);
  EXPECT_THAT(Run(model), ElementsAre(10));
  EXPECT_THAT(Run(other_model), ElementsAre(20));
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
  EXPECT_EQ(aclmdlRIDestroy(other_model), 0);
}

TEST_F(TaskGroupTest, RunsThatWereQueuedKeepTheirTasks) {
  aclrtTaskGrp group = nullptr;
  const aclmdlRI model = ModelOf({1}, {2}, {3}, &group);
  StreamGate gate(other_);
  EXPECT_EQ(aclmdlRIExecuteAsync(model, other_), 0);
  EXPECT_EQ(Update(group, {20}, stream_), 0);
  EXPECT_EQ(aclmdlRIExecuteAsync(model, other_), 0);
  EXPECT_EQ(Update(group, {200}, stream_), 0);
  EXPECT_EQ(aclmdlRIExecuteAsync(model, other_), 0);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(other_), 0);
  EXPECT_THAT(log_, ElementsAre(1, 2, 3, 1, 20, 3, 1, 200, 3));
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
}

TEST_F(TaskGroupTest, ARunUnderWayKeepsItsTasks) {
  std::promise<void> at_work, leave;
  bool first = true;
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
  const auto wait = [&]() -> WorkResult {
    if (std::exchange(first, false)) {
      at_work.set_value();
      leave.get_future().wait();
    }
    return {};
  };
  EXPECT_EQ(EnqueueWork("test", stream_, 1, wait), 0);
  const aclrtTaskGrp group = Group(stream_, [&] { PutAll({1, 2}, stream_); });
  const aclmdlRI model = End(stream_);
  std::thread runner([&] {
    ASSERT_EQ(aclrtSetCurrentContext(context_), 0);
    EXPECT_EQ(aclmdlRIExecuteAsync(model, other_), 0);
    EXPECT_EQ(aclrtSynchronizeStream(other_), 0);
  });
  at_work.get_future().wait();
  EXPECT_EQ(Update(group, {10, 20}, stream_), 0) << "it does not wait for the run";
  leave.set_value();
  runner.join();
  EXPECT_THAT(log_, ElementsAre(1, 2));
  EXPECT_THAT(Run(model), ElementsAre(10, 20));
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
}

// Each update sets both numbers of the group; no run may see those of two updates.
TEST_F(TaskGroupTest, RunsAndUpdatesOnManyThreads) {
  aclrtTaskGrp group = nullptr;
  const aclmdlRI model = ModelOf({}, {0, 0}, {}, &group);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      ASSERT_EQ(aclrtSetCurrentContext(context_), 0);
      aclrtStream own = nullptr;
      ASSERT_EQ(aclrtCreateStream(&own), 0);
      for (int i = 0; i < 200; ++i) {
        if (t < 2) {
          EXPECT_EQ(aclmdlRIExecuteAsync(model, own), 0);
        } else {
          EXPECT_EQ(Update(group, {4 * i + t, 4 * i + t}, own), 0);
        }
      }
      EXPECT_EQ(aclrtSynchronizeStream(own), 0);
    });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_EQ(log_.size(), 800u);
  for (size_t i = 0; i < log_.size(); i += 2) ASSERT_EQ(log_[i], log_[i + 1]) << i;
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
}

TEST_F(TaskGroupTest, OtherTasksThanRecordedAreRejected) {
  aclrtTaskGrp group = nullptr;
  const aclmdlRI model = ModelOf({1}, {2, 3}, {4}, &group);
  const auto put_other = [&] {
    EXPECT_EQ(EnqueueWork("another", other_, 1, []() -> WorkResult { return {}; }), 0);
  };
  struct Try {
    std::function<void()> put;
    const char* words;
  };
  const std::vector<Try> tries = {
      {[] {}, "the number of tasks in the update is 0; accepted is 2"},
      {[&] { PutAll({20}, other_); }, "the number of tasks in the update is 1; accepted is 2"},
      {[&] { PutAll({20, 30, 40}, other_); },
       "the number of tasks in the update is 3; accepted is 2"},
      {[&] {
         PutAll({20}, other_);
         put_other();
       },
       "task 1 of the update is of another; accepted is test"},
      {[&] {
         put_other();
         PutAll({20}, other_);
       },
       "task 0 of the update is of another; accepted is test"},
  };
  for (const auto& [put, words] : tries) {
    SCOPED_TRACE(words);
    ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(other_, group), 0);
    put();
    EXPECT_EQ(aclmdlRICaptureTaskUpdateEnd(other_), 107000);
    EXPECT_THAT(aclGetRecentErrMsg(), HasSubstr(words));
    EXPECT_EQ(aclmdlRICaptureTaskUpdateEnd(other_), 107029) << "it has ended";
    EXPECT_THAT(Run(model), ElementsAre(1, 2, 3, 4));
  }
  EXPECT_EQ(aclrtSynchronizeStream(other_), 0);
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
}

TEST_F(TaskGroupTest, WhatCannotBeCollectedInvalidates) {
  aclrtTaskGrp group = nullptr;
  const aclmdlRI model = ModelOf({}, {1}, {}, &group);
  char* const device = static_cast<char*>(Allocate(64));
  char own[64] = {};
  aclrtStreamStatus status;
  const aclrtHostFunc function = [](void*) { ADD_FAILURE() << "a rejected function ran"; };
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kRelaxed), 0);
  ASSERT_EQ(aclrtRecordEvent(fork_, stream_), 0);
  struct Try {
    std::function<int()> call;
    const char* words;
  };
  const std::vector<Try> tries = {
      {[&] { return aclrtSynchronizeStream(other_); }, "so its work does not run"},
      {[&] { return aclrtStreamQuery(other_, &status); }, "so its work does not run"},
      {[&] { return aclrtMemcpyAsync(device, 64, own, 64, ACL_MEMCPY_HOST_TO_DEVICE, other_); },
       "memory of the program's own cannot be recorded"},
      {[&] { return aclrtMemsetAsync(own, 64, 0, 64, other_); }, "memory of the program's own"},
      {[&] { return aclrtLaunchHostFunc(other_, function, nullptr); }, "callbacks cannot be"},
      {[&] { return aclrtRecordEvent(join_, other_); }, "events cannot be replaced"},
      {[&] { return aclrtResetEvent(join_, other_); }, "events cannot be replaced"},
      {[&] { return aclrtStreamWaitEvent(other_, join_); }, "events cannot be replaced"},
      {[&] { return aclrtStreamWaitEvent(other_, fork_); }, "events cannot be replaced"},
  };
  for (const auto& [call, words] : tries) {
    SCOPED_TRACE(words);
    ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(other_, group), 0);
    EXPECT_EQ(Put(10, other_), 0);
    EXPECT_EQ(call(), kCannotCapture);
    EXPECT_THAT(aclGetRecentErrMsg(),
                ::testing::AllOf(HasSubstr("stream has an update of tasks, "), HasSubstr(words)));
    EXPECT_EQ(call(), kInvalidated);
    EXPECT_THAT(aclGetRecentErrMsg(), HasSubstr("the update of tasks was invalidated by"));
    EXPECT_EQ(Put(11, other_), kInvalidated);
    EXPECT_EQ(aclmdlRICaptureTaskUpdateEnd(other_), kInvalidated);
    EXPECT_EQ(aclmdlRICaptureTaskUpdateEnd(other_), 107029);
    EXPECT_EQ(Status(other_), ACL_MODEL_RI_CAPTURE_STATUS_NONE) << "it has joined no capture";
  }
  EXPECT_EQ(aclmdlRIDestroy(End(stream_)), 0) << "the capture is as it was";
  EXPECT_EQ(aclrtSynchronizeStream(other_), 0);
  EXPECT_THAT(Run(model), ElementsAre(1));
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
  EXPECT_EQ(aclrtFree(device), 0);
}

TEST_F(TaskGroupTest, MemoryOfNewTasksLivesAsLongAsTheModel) {
  void* const first = Allocate(64);
  char* const second = static_cast<char*>(Allocate(64));
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
  const aclrtTaskGrp group =
      Group(stream_, [&] { EXPECT_EQ(aclrtMemsetAsync(first, 64, 1, 64, stream_), 0); });
  const aclmdlRI model = End(stream_);
  EXPECT_EQ(aclmdlRIExecute(model, -1), 0);
  ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(other_, group), 0);
  EXPECT_EQ(aclrtMemsetAsync(second, 32, 2, 32, other_), 0);
  EXPECT_EQ(aclmdlRICaptureTaskUpdateEnd(other_), 0);
  EXPECT_EQ(aclrtFree(first), 0);
  EXPECT_EQ(aclmdlRIExecute(model, -1), 0) << "nothing needs the first memory any more";
  EXPECT_EQ(second[31], 2);
  // Released before the end of the update, and never since the model last ran.
  void* const third = Allocate(64);
  ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(other_, group), 0);
  EXPECT_EQ(aclrtMemsetAsync(third, 16, 3, 16, other_), 0);
  EXPECT_EQ(aclrtFree(third), 0);
  EXPECT_EQ(aclmdlRIExecute(model, -1), 0);
  EXPECT_EQ(aclmdlRICaptureTaskUpdateEnd(other_), 0);
  EXPECT_EQ(aclmdlRIExecuteAsync(model, stream_), 107000);
  EXPECT_THAT(aclGetRecentErrMsg(),
              ::testing::ContainsRegex("modelRI needs 16 bytes.*aclrtMemsetAsync was called"));
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
  EXPECT_EQ(aclrtFree(second), 0);
}

TEST_F(TaskGroupTest, TheEndOfAModelOrStreamDropsTheUpdate) {
  aclrtTaskGrp group = nullptr;
  aclmdlRI model = ModelOf({}, {1}, {}, &group);
  ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(other_, group), 0);
  EXPECT_EQ(Put(10, other_), 0);
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
  EXPECT_EQ(GraphPool().LiveCount(), 0u);
  EXPECT_EQ(TaskGroupPool().LiveCount(), 0u);
  EXPECT_EQ(Put(20, other_), 0);
  EXPECT_EQ(aclmdlRICaptureTaskUpdateBegin(stream_, group), 107017);
  EXPECT_EQ(aclmdlRICaptureTaskUpdateEnd(other_), 107017);
  EXPECT_EQ(aclmdlRICaptureTaskUpdateEnd(other_), 107029) << "it has ended";
  EXPECT_EQ(aclrtSynchronizeStream(other_), 0);

  model = ModelOf({}, {1}, {}, &group);
  {
    const HandlePool<Graph>::Owner in_use = GraphPool().Pin(static_cast<Graph*>(model));
    EXPECT_EQ(aclmdlRIDestroy(model), 0);
    EXPECT_EQ(TaskGroupPool().LiveCount(), 1u) << "a call on another thread may use it";
    EXPECT_EQ(aclmdlRICaptureTaskUpdateBegin(stream_, group), 107017);
  }

  model = ModelOf({}, {1}, {}, &group);
  ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(other_, group), 0);
  EXPECT_EQ(Put(10, other_), 0);
  EXPECT_EQ(aclrtDestroyStream(other_), 0);
  EXPECT_EQ(aclmdlRICaptureTaskUpdateEnd(other_), 107017);
  ASSERT_EQ(aclrtCreateStream(&other_), 0);
  ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(other_, group), 0);
  {
    const auto used = std::make_shared<int>();
    EXPECT_EQ(EnqueueWork("test", other_, 1, [used] { return WorkResult(); }), 0);
    const PinnedStream in_use = StreamPool().Pin(static_cast<Stream*>(other_));
    EXPECT_EQ(aclrtDestroyStreamForce(other_), 0);
    EXPECT_EQ(used.use_count(), 1) << "collected work does not wait for calls on other threads";
  }
  EXPECT_THAT(Run(model), ElementsAre(1));

  ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(stream_, group), 0);
  EXPECT_EQ(Put(10, stream_), 0);
  EXPECT_EQ(aclrtResetDeviceForce(0), 0);
  ASSERT_EQ(aclrtSetDevice(0), 0);
  EXPECT_THAT(Run(model), ElementsAre(1));
  ASSERT_EQ(aclrtCreateStream(&stream_), 0);
  EXPECT_EQ(Update(group, {10}, stream_), 0) << "the group is that of the model";
  EXPECT_THAT(Run(model), ElementsAre(10));
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
}

TEST_F(TaskGroupTest, GroupsEndWithACaptureThatMakesNoModel) {
  for (const bool open : {false, true}) {
    ASSERT_EQ(aclmdlRICaptureBegin(stream_, kRelaxed), 0);
    const aclrtTaskGrp group = Group(stream_, [&] { EXPECT_EQ(Put(1, stream_), 0); });
    if (open) {
      EXPECT_EQ(aclmdlRICaptureTaskGrpBegin(stream_), 0);
    }
    EXPECT_EQ(aclrtRecordEvent(fork_, stream_), 0) << "an event keeps the capture";
    EXPECT_EQ(aclrtSynchronizeStream(stream_), kCannotCapture);
    EXPECT_EQ(aclmdlRICaptureTaskUpdateBegin(other_, group), 107027);
    ExpectInvalidated();
    EXPECT_EQ(TaskGroupPool().LiveCount(), 0u);
    EXPECT_EQ(aclmdlRICaptureTaskUpdateBegin(other_, group), 107017);
  }
  ASSERT_EQ(aclmdlRICaptureBegin(other_, kGlobal), 0);
  EXPECT_EQ(aclmdlRICaptureTaskGrpBegin(other_), 0);
  EXPECT_EQ(aclrtRecordEvent(fork_, other_), 0);
  EXPECT_EQ(aclrtDestroyStream(other_), 0);
  EXPECT_EQ(TaskGroupPool().LiveCount(), 0u);
}

TEST_F(TaskGroupTest, ACaptureDoesNotEndWithinAGroup) {
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
  EXPECT_EQ(aclrtRecordEvent(fork_, stream_), 0);
  EXPECT_EQ(aclrtStreamWaitEvent(other_, fork_), 0);
  EXPECT_EQ(aclmdlRICaptureTaskGrpBegin(other_), 0);
  aclmdlRI model = nullptr;
  EXPECT_EQ(aclmdlRICaptureEnd(stream_, &model), 107036);
  EXPECT_EQ(Status(stream_), ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE) << "nothing has changed";
  aclrtTaskGrp group = nullptr;
  EXPECT_EQ(aclmdlRICaptureTaskGrpEnd(stream_, &group), 107036) << "that of another stream";
  EXPECT_EQ(aclmdlRICaptureTaskGrpEnd(other_, &group), 0);
  EXPECT_EQ(aclmdlRIDestroy(End(stream_)), 0);
}

TEST_F(TaskGroupTest, ThreadsThatMayGroupAndUpdate) {
  aclrtTaskGrp group = nullptr;
  for (const aclmdlRICaptureMode mode : {kGlobal, kThreadLocal, kRelaxed}) {
    const int expected = mode == kRelaxed ? 0 : 107038;
    ASSERT_EQ(aclmdlRICaptureBegin(stream_, mode), 0);
    OnAnotherThread([&] { EXPECT_EQ(aclmdlRICaptureTaskGrpBegin(stream_), expected); });
    if (mode != kRelaxed) {
      EXPECT_EQ(aclmdlRICaptureTaskGrpBegin(stream_), 0);
    }
    EXPECT_EQ(Put(1, stream_), 0);
    OnAnotherThread([&] { EXPECT_EQ(aclmdlRICaptureTaskGrpEnd(stream_, &group), expected); });
    if (mode != kRelaxed) {
      EXPECT_EQ(aclmdlRICaptureTaskGrpEnd(stream_, &group), 0);
    }
    const aclmdlRI model = End(stream_);
    ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(other_, group), 0);
    OnAnotherThread([&] {
      EXPECT_EQ(Put(10, other_), 0);
      EXPECT_EQ(aclmdlRICaptureTaskUpdateEnd(other_), 0);
    });
    EXPECT_THAT(Run(model), ElementsAre(10));
    EXPECT_EQ(aclmdlRIDestroy(model), 0);
  }
}

TEST_F(TaskGroupTest, ADescriptionNamesGroups) {
  void* const device = Allocate(64);
  ASSERT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
  EXPECT_EQ(Put(1, stream_), 0);
  Group(stream_, [&] { EXPECT_EQ(Put(2, stream_), 0); });
  const aclrtTaskGrp group =
      Group(stream_, [&] { EXPECT_EQ(aclrtMemsetAsync(device, 64, 0, 16, stream_), 0); });
  const aclmdlRI model = End(stream_);
  ASSERT_EQ(aclmdlRICaptureTaskUpdateBegin(other_, group), 0);
  EXPECT_EQ(aclrtMemsetAsync(device, 64, 0, 8, other_), 0);
  EXPECT_EQ(aclmdlRICaptureTaskUpdateEnd(other_), 0);
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(aclmdlRIDebugPrint(model), 0);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              ::testing::ContainsRegex("0: test, stream ([0-9]+)\n"
                                       "1: test, stream [0-9]+, group 1\n"
                                       "2: aclrtMemsetAsync, stream [0-9]+, group 2, .*8 bytes"));
  const std::string path = ::testing::TempDir() + "/groups.json";
  EXPECT_EQ(aclmdlRIDebugJsonPrint(model, path.c_str(), 0), 0);
  std::ifstream file(path);
  const std::string json((std::istreambuf_iterator<char>(file)), {});
  EXPECT_THAT(json, ::testing::ContainsRegex(
                        "0, \"function\": \"test\", \"stream\": [0-9]+, \"memory\": \\[\\]"));
  EXPECT_THAT(json, ::testing::ContainsRegex("\"stream\": [0-9]+, \"group\": 1, \"memory\": \\["));
  EXPECT_THAT(json, HasSubstr(", \"group\": 2, \"memory\": [{"));
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
  EXPECT_EQ(aclrtFree(device), 0);
}

TEST_F(TaskGroupTest, NotOnEveryChip) {
  aclrtTaskGrp group = nullptr;
  const aclmdlRI model = ModelOf({}, {1}, {}, &group);
  ASSERT_EQ(aclrtSetDevice(1), 0);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), 0);
  EXPECT_EQ(aclmdlRICaptureTaskUpdateBegin(stream, group), 207000);
  EXPECT_THAT(aclGetRecentErrMsg(), HasSubstr("Ascend310B1 cannot capture streams"));
  EXPECT_EQ(aclrtDestroyStream(stream), 0);
  EXPECT_EQ(aclrtResetDevice(1), 0);
  ASSERT_EQ(aclrtSetDevice(0), 0);
  EXPECT_EQ(aclmdlRIDestroy(model), 0);
}

}  // namespace
}  // namespace openaclnn
