// What broke once, through the C API. Each test is a mistake or a race of a client that once
// corrupted memory, hung or ended the process; now a code or a right result must answer it.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "aclnnop/aclnn_abs.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opdev/op_errno.h"
#include "testing/attack/calls.h"

namespace openaclnn::attack {
namespace {

using ::testing::HasSubstr;

class Attack : public ::testing::Test {
 protected:
  void SetUp() override {
    setenv("OPENACLNN_DEVICES", "Ascend910B3,Ascend910B3", 1);
    setenv("OPENACLNN_NUM_THREADS", "2", 1);
    ASSERT_EQ(aclInit(nullptr), 0);
    ASSERT_EQ(aclrtSetDevice(0), 0);
  }
  void TearDown() override {
    EXPECT_EQ(aclFinalize(), 0);
    EXPECT_EQ(LiveObjects(), 0);
  }
  static float* Allocate(size_t bytes) {
    void* memory = nullptr;
    EXPECT_EQ(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    std::memset(memory, 0, bytes);
    return static_cast<float*>(memory);
  }
  static std::string Message() {
    const char* text = aclGetRecentErrMsg();
    return text == nullptr ? "" : text;
  }
};

TEST_F(Attack, FreeingHostMemoryWaitsForQueuedCopies) {
  void* host = nullptr;
  ASSERT_EQ(aclrtMallocHost(&host, 1024), 0);
  std::memset(host, 7, 1024);
  float* const device = Allocate(1024);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), 0);
  EXPECT_EQ(aclrtMemcpyAsync(device, 1024, host, 1024, ACL_MEMCPY_HOST_TO_DEVICE, stream), 0);
  EXPECT_EQ(aclrtFreeHost(host), 0);
  EXPECT_EQ(*reinterpret_cast<const char*>(device), 7) << "copied before the memory was gone";
  EXPECT_EQ(aclrtDestroyStream(stream), 0);
  EXPECT_EQ(aclrtFree(device), 0);
}

TEST_F(Attack, FreeingWaitsForWorkOfAnotherDevice) {
  float* const in = Allocate(4096);
  float* const out = Allocate(4096);
  in[0] = 20;
  ASSERT_EQ(aclrtSetDevice(1), 0);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), 0);
  aclTensor *self = Vector(in, 1024), *result = Vector(out, 1024);
  EXPECT_EQ(AnyOperator(self, result, stream), 0);
  EXPECT_EQ(aclrtFree(in), 0);
  EXPECT_EQ(out[0], 20) << "computed before the memory was gone";
  EXPECT_EQ(aclrtDestroyStream(stream), 0);
  EXPECT_EQ(aclrtFree(out), 0);
  aclDestroyTensor(self);
  aclDestroyTensor(result);
}

// One thread ends a stream whose work takes long, another frees the memory the work uses.
void FreeWhileAnotherThreadEnds(const std::function<void(aclrtStream)>& end) {
  constexpr size_t kBytes = size_t{32} << 20;
  for (int round = 0; round < 5; ++round) {
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 0), 0);
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), 0);
    void* memory = nullptr;
    ASSERT_EQ(aclrtMalloc(&memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    for (int i = 0; i < 5; ++i) ASSERT_EQ(aclrtMemsetAsync(memory, kBytes, i, kBytes, stream), 0);
    std::thread ender([&] {
      ASSERT_EQ(aclrtSetCurrentContext(context), 0);
      end(stream);
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_EQ(aclrtFree(memory), 0);
    ender.join();
    (void)aclrtDestroyContext(context);
  }
}

TEST_F(Attack, FreeingWaitsForAStreamThatIsBeingDestroyed) {
  FreeWhileAnotherThreadEnds([](aclrtStream stream) { EXPECT_EQ(aclrtDestroyStream(stream), 0); });
}

TEST_F(Attack, FreeingWaitsForAContextThatIsBeingDestroyed) {
  FreeWhileAnotherThreadEnds([](aclrtStream) {
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtGetCurrentContext(&context), 0);
    EXPECT_EQ(aclrtDestroyContext(context), 0);
  });
}

TEST_F(Attack, UsedUpHandlesStayDead) {
  float* const memory = Allocate(4096);
  aclTensor *self = Vector(memory, 8), *out = Vector(memory + 64, 8);
  uint64_t size = 0;
  aclOpExecutor* used = nullptr;
  ASSERT_EQ(aclnnAbsGetWorkspaceSize(self, out, &size, &used), 0);
  ASSERT_EQ(aclnnAbs(nullptr, 0, used, nullptr), 0);
  aclTensor* const dead = Vector(memory, 8);
  aclDestroyTensor(dead);
  aclrtEvent dead_event = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&dead_event), 0);
  ASSERT_EQ(aclrtDestroyEvent(dead_event), 0);
  aclrtStream dead_stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&dead_stream), 0);
  ASSERT_EQ(aclrtDestroyStream(dead_stream), 0);
  for (int i = 0; i < 65536; ++i) {
    ASSERT_EQ(AnyOperator(self, out, nullptr), 0);
    if (i % 64 == 0) {
      ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
    }
    aclTensor* const next = Vector(memory, 8);
    ASSERT_NE(next, dead);
    aclDestroyTensor(next);
    if (i % 8 != 0) continue;
    aclrtEvent event = nullptr;
    ASSERT_EQ(aclrtCreateEvent(&event), 0);
    ASSERT_NE(event, dead_event);
    ASSERT_EQ(aclrtDestroyEvent(event), 0);
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), 0);
    ASSERT_NE(stream, dead_stream);
    ASSERT_EQ(aclrtDestroyStream(stream), 0);
  }
  EXPECT_EQ(aclnnAbs(nullptr, 0, used, nullptr), ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(aclDestroyTensor(dead), ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(aclrtDestroyEvent(dead_event), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtSynchronizeStream(dead_stream), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtFree(memory), 0);
  aclDestroyTensor(self);
  aclDestroyTensor(out);
}

TEST_F(Attack, AQueuedResetOutlivesItsEvent) {
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStreamWithConfig(&stream, 0, ACL_STREAM_PERSISTENT), 0);
  for (int i = 0; i < 3000; ++i) {
    aclrtEvent event = nullptr;
    ASSERT_EQ(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC), 0);
    ASSERT_EQ(aclrtRecordEvent(event, stream), 0);
    ASSERT_EQ(aclrtResetEvent(event, stream), 0);
    ASSERT_EQ(aclrtDestroyEvent(event), 0);
  }
  EXPECT_EQ(aclrtDestroyStream(stream), 0);
}

TEST_F(Attack, AfterFinalizeThereIsNoDevice) {
  float* const memory = Allocate(4096);
  aclTensor *self = Vector(memory, 8), *out = Vector(memory + 64, 8);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), 0);
  ASSERT_EQ(aclFinalize(), 0);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnAbsGetWorkspaceSize(self, out, &size, &executor), ACLNN_ERR_RUNTIME_ERROR);
  EXPECT_EQ(aclrtMemsetAsync(memory, 4, 0, 4, stream), ACL_ERROR_RT_CONTEXT_NULL);
  // What clients do in destructors that run late.
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclDestroyTensor(self), 0);
  EXPECT_EQ(aclDestroyTensor(out), 0);
  EXPECT_EQ(aclrtFree(memory), 0);
  ASSERT_EQ(aclInit(nullptr), 0);
}

TEST_F(Attack, ForgottenExecutorsAreRefusedByName) {
  aclTensor *self = Vector(nullptr, 8), *out = Vector(nullptr, 8);
  uint64_t size = 0;
  std::vector<aclOpExecutor*> executors;
  int code = 0;
  while (code == 0 && executors.size() < 100000) {
    executors.push_back(nullptr);
    code = aclnnAbsGetWorkspaceSize(self, out, &size, &executors.back());
  }
  EXPECT_EQ(code, ACLNN_ERR_INNER_CREATE_EXECUTOR);
  EXPECT_EQ(executors.size(), 65537u);
  EXPECT_THAT(Message(), HasSubstr("65536 of them have not run"));
  executors.pop_back();
  for (aclOpExecutor* executor : executors) ASSERT_EQ(aclDestroyAclOpExecutor(executor), 0);
  aclDestroyTensor(self);
  aclDestroyTensor(out);
}

TEST_F(Attack, ManyLaunchesWithoutAWaitHoldLittleMemory) {
  float* const memory = Allocate(4096);
  aclTensor *self = Vector(memory, 8), *out = Vector(memory + 64, 8);
  for (int i = 0; i < 200000; ++i)
    ASSERT_EQ(AnyOperator(self, out, nullptr), 0) << i << " " << Message();
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  aclDestroyTensor(self);
  aclDestroyTensor(out);
  EXPECT_EQ(aclrtFree(memory), 0);
}

TEST_F(Attack, AbsurdSizesOfArraysAndLists) {
  const int64_t ints[1] = {};
  const float floats[1] = {};
  const bool bools[1] = {};
  const aclTensor* const tensors[1] = {};
  const aclScalar* const scalars[1] = {};
  for (const uint64_t size :
       {(uint64_t{1} << 24) + 1, uint64_t{1} << 40, uint64_t{1} << 60, uint64_t{0x2000000000000000},
        uint64_t{0x4000000000000000}, ~uint64_t{0}}) {
    const std::string says = "size is " + std::to_string(size) + "; accepted are 0 to 16777216";
    EXPECT_EQ(aclCreateIntArray(ints, size), nullptr);
    EXPECT_THAT(Message(), HasSubstr("aclCreateIntArray: " + says));
    EXPECT_EQ(aclCreateFloatArray(floats, size), nullptr);
    EXPECT_THAT(Message(), HasSubstr("aclCreateFloatArray: " + says));
    EXPECT_EQ(aclCreateBoolArray(bools, size), nullptr);
    EXPECT_THAT(Message(), HasSubstr("aclCreateBoolArray: " + says));
    EXPECT_EQ(aclCreateTensorList(tensors, size), nullptr);
    EXPECT_THAT(Message(), HasSubstr("aclCreateTensorList: " + says));
    EXPECT_EQ(aclCreateScalarList(scalars, size), nullptr);
    EXPECT_THAT(Message(), HasSubstr("aclCreateScalarList: " + says));
  }
}

// Under UBSan: the stride of a single element may be any number.
TEST_F(Attack, AStrideThatCannotBeCountedInBytes) {
  float* const memory = Allocate(4096);
  const int64_t shape[] = {1, 8}, strides[] = {INT64_MIN, 1}, storage = 1024;
  aclTensor* const self =
      aclCreateTensor(shape, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, &storage, 1, memory);
  aclTensor* const out =
      aclCreateTensor(shape, 2, ACL_FLOAT, strides, 4, ACL_FORMAT_ND, &storage, 1, memory);
  EXPECT_EQ(AnyOperator(self, out, nullptr), ACLNN_ERR_PARAM_INVALID);
  EXPECT_THAT(Message(), HasSubstr("overlaps"));
  aclDestroyTensor(self);
  aclDestroyTensor(out);
  EXPECT_EQ(aclrtFree(memory), 0);
}

TEST_F(Attack, MessagesAreObtainedOnce) {
  EXPECT_EQ(aclrtFree(nullptr), 100000);
  EXPECT_EQ(aclrtSetDevice(9), 107001);
  EXPECT_EQ(aclrtSetDevice(0), 0);
  const std::string text = Message();
  EXPECT_THAT(text, HasSubstr("deviceId is 9"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("aclrtFree")));
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
}

// A child of fork() has none of the parent's threads: every function answers at once.
TEST_F(Attack, AForkedChildGetsCodes) {
  constexpr int64_t kElements = int64_t{1} << 20;
  float* const memory = Allocate(2 * kElements * sizeof(float));
  aclTensor *self = Vector(memory, kElements), *out = Vector(memory + kElements, kElements);
  aclrtStream stream = nullptr;
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), 0);
  ASSERT_EQ(aclrtCreateEvent(&event), 0);
  ASSERT_EQ(AnyOperator(self, out, stream), 0);
  ASSERT_EQ(aclrtSynchronizeStream(stream), 0);
  ASSERT_EQ(AnyOperator(self, out, stream), 0);  // under way, or not begun
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    int wrong = 0;
    const auto expect = [&](bool condition) { wrong += !condition; };
    void* pointer = nullptr;
    aclrtContext context = nullptr;
    aclrtStream own = nullptr;
    aclrtStreamStatus status;
    uint32_t count = 0;
    expect(AnyOperator(self, out, stream) != 0);
    expect(std::string(aclGetRecentErrMsg()).find("forked") != std::string::npos);
    expect(aclrtSynchronizeStream(stream) != 0);
    expect(aclrtSynchronizeStreamWithTimeout(stream, 1000) != 0);
    expect(aclrtSynchronizeStream(nullptr) != 0);
    expect(aclrtSynchronizeDevice() != 0);
    expect(aclrtStreamQuery(stream, &status) != 0);
    expect(aclrtRecordEvent(event, stream) != 0);
    expect(aclrtSynchronizeEvent(event) != 0);
    expect(aclrtDestroyEvent(event) != 0);
    expect(aclrtDestroyStream(stream) != 0);
    expect(aclrtSetDevice(0) != 0);
    expect(aclrtResetDevice(0) != 0);
    expect(aclrtCreateContext(&context, 0) != 0);
    expect(aclrtCreateStream(&own) != 0);
    expect(aclrtMalloc(&pointer, 8, ACL_MEM_MALLOC_HUGE_FIRST) != 0);
    expect(aclrtMallocHost(&pointer, 8) != 0);
    expect(aclrtFree(memory) != 0);
    expect(Vector(memory, 1) == nullptr);
    expect(aclDestroyTensor(self) != 0);
    expect(aclInit(nullptr) != 0);
    expect(aclFinalize() != 0);
    expect(aclrtGetDeviceCount(&count) == 0 && count == 2);
    _exit(wrong);
  }
  int result = 0;
  ASSERT_EQ(waitpid(child, &result, 0), child);
  EXPECT_TRUE(WIFEXITED(result)) << "ended by signal " << WTERMSIG(result);
  EXPECT_EQ(WEXITSTATUS(result), 0);
  EXPECT_EQ(aclrtSynchronizeStream(stream), 0) << "the parent goes on";
  EXPECT_EQ(aclrtDestroyStream(stream), 0);
  EXPECT_EQ(aclrtDestroyEvent(event), 0);
  aclDestroyTensor(self);
  aclDestroyTensor(out);
  EXPECT_EQ(aclrtFree(memory), 0);
}

}  // namespace
}  // namespace openaclnn::attack
