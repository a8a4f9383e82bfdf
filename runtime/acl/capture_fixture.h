// What the tests of captures share.
#ifndef OPENACLNN_RUNTIME_ACL_CAPTURE_FIXTURE_H_
#define OPENACLNN_RUNTIME_ACL_CAPTURE_FIXTURE_H_

#include <cstdlib>
#include <functional>
#include <future>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "gtest/gtest.h"
#include "runtime/schedule/capture.h"
#include "runtime/schedule/context.h"
#include "runtime/schedule/event.h"
#include "runtime/schedule/memory.h"
#include "runtime/schedule/stream.h"

namespace openaclnn {

inline constexpr auto kGlobal = ACL_MODEL_RI_CAPTURE_MODE_GLOBAL;
inline constexpr auto kThreadLocal = ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL;
inline constexpr auto kRelaxed = ACL_MODEL_RI_CAPTURE_MODE_RELAXED;
inline constexpr int kForbidden = 107041, kCannotCapture = 107030, kInvalidated = 507903;

class CaptureTest : public ::testing::Test {
 protected:
  void SetUp() override {
    setenv("OPENACLNN_DEVICES", "Ascend910B3,Ascend310B1", 1);
    ASSERT_EQ(aclrtSetDevice(0), 0);
    ASSERT_EQ(aclrtGetCurrentContext(&context_), 0);
    ASSERT_EQ(aclrtCreateStream(&stream_), 0);
    ASSERT_EQ(aclrtCreateStream(&other_), 0);
    ASSERT_EQ(aclrtCreateEvent(&fork_), 0);
    ASSERT_EQ(aclrtCreateEvent(&join_), 0);
  }
  void TearDown() override {
    EXPECT_EQ(aclrtResetDeviceForce(0), 0);
    EXPECT_EQ(aclrtDestroyEvent(fork_), 0);
    EXPECT_EQ(aclrtDestroyEvent(join_), 0);
    EXPECT_EQ(StreamPool().LiveCount(), 0u);
    EXPECT_EQ(EventPool().LiveCount(), 0u);
    EXPECT_EQ(GraphPool().LiveCount(), 0u);
    EXPECT_EQ(TaskGroupPool().LiveCount(), 0u);
    EXPECT_EQ(LiveAllocations(), 0u);
  }
  // Appends a number to the log when it runs.
  int Put(int number, aclrtStream stream) {
    return EnqueueWork("test", stream, 1, [this, number]() -> WorkResult {
      log_.push_back(number);
      return {};
    });
  }
  aclmdlRI End(aclrtStream stream) {
    aclmdlRI model = nullptr;
    EXPECT_EQ(aclmdlRICaptureEnd(stream, &model), 0);
    return model;
  }
  // A model that puts these numbers.
  aclmdlRI Model(const std::vector<int>& numbers) {
    EXPECT_EQ(aclmdlRICaptureBegin(stream_, kGlobal), 0);
    for (const int number : numbers) EXPECT_EQ(Put(number, stream_), 0);
    return End(stream_);
  }
  aclmdlRICaptureStatus Status(aclrtStream stream) {
    aclmdlRICaptureStatus status = ACL_MODEL_RI_CAPTURE_STATUS_NONE;
    aclmdlRI model = nullptr;
    EXPECT_EQ(aclmdlRICaptureGetInfo(stream, &status, &model), 0);
    EXPECT_EQ(model == nullptr, status == ACL_MODEL_RI_CAPTURE_STATUS_NONE);
    return status;
  }
  void ExpectInvalidated() {
    EXPECT_EQ(Status(stream_), ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED);
    EXPECT_EQ(Put(99, stream_), kInvalidated);
    aclmdlRI model = nullptr;
    EXPECT_EQ(aclmdlRICaptureEnd(stream_, &model), kInvalidated);
    EXPECT_EQ(model, nullptr);
    EXPECT_EQ(Status(stream_), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
  }
  void OnAnotherThread(const std::function<void()>& body) {
    std::thread([&] {
      ASSERT_EQ(aclrtSetCurrentContext(context_), 0);
      body();
    }).join();
  }
  static void* Allocate(size_t bytes) {
    void* memory = nullptr;
    EXPECT_EQ(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    return memory;
  }

  std::vector<int> log_;
  aclrtContext context_ = nullptr;
  aclrtStream stream_ = nullptr, other_ = nullptr;
  aclrtEvent fork_ = nullptr, join_ = nullptr;
};

// Holds a stream until it is opened.
class StreamGate {
 public:
  explicit StreamGate(aclrtStream stream) {
    const aclrtHostFunc wait = [](void* gate) {
      static_cast<StreamGate*>(gate)->open_.get_future().wait();
    };
    EXPECT_EQ(aclrtLaunchHostFunc(stream, wait, this), 0);
  }
  void Open() { open_.set_value(); }

 private:
  std::promise<void> open_;
};

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_ACL_CAPTURE_FIXTURE_H_
