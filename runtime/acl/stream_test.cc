// Streams and events through the C API; what they do is tested in runtime/schedule/stream_test.cc.
#include "runtime/schedule/stream.h"

#include <cstdint>

#include "acl/acl.h"
#include "gtest/gtest.h"
#include "runtime/schedule/context.h"
#include "runtime/schedule/event.h"
#include "runtime/schedule/stream_queue.h"

namespace {

using openaclnn::EnqueueWork;
using openaclnn::WorkResult;

class StreamTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(aclrtSetDevice(0), 0);
    ASSERT_EQ(aclrtCreateStream(&stream_), 0);
    ASSERT_EQ(aclrtCreateEvent(&event_), 0);
  }
  void TearDown() override {
    EXPECT_EQ(aclrtDestroyEvent(event_), 0);
    EXPECT_EQ(aclrtDestroyStream(stream_), 0);
    EXPECT_EQ(aclrtResetDevice(0), 0);
    EXPECT_EQ(openaclnn::StreamPool().LiveCount(), 0u);
    EXPECT_EQ(openaclnn::EventPool().LiveCount(), 0u);
    EXPECT_EQ(openaclnn::ContextPool().LiveCount(), 0u);
  }
  aclrtStream stream_ = nullptr;
  aclrtEvent event_ = nullptr;
};

TEST_F(StreamTest, NullMeansTheDefaultStream) {
  aclrtStream default_stream = nullptr;
  ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&default_stream), 0);
  int ran = 0;
  EXPECT_EQ(EnqueueWork("test", nullptr, 1,
                        [&] {
                          ++ran;
                          return WorkResult{};
                        }),
            0);
  EXPECT_EQ(aclrtSynchronizeStream(default_stream), 0);
  EXPECT_EQ(ran, 1);
  EXPECT_EQ(EnqueueWork("test", default_stream, 1,
                        [&] {
                          ++ran;
                          return WorkResult{};
                        }),
            0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  EXPECT_EQ(ran, 2);
  EXPECT_EQ(aclrtRecordEvent(event_, nullptr), 0);
  EXPECT_EQ(aclrtStreamWaitEvent(nullptr, event_), 0);
  EXPECT_EQ(aclrtResetEvent(event_, nullptr), 0);
  EXPECT_EQ(aclrtSynchronizeDevice(), 0);
}

TEST_F(StreamTest, StatusOfStreamsAndEvents) {
  aclrtEventStatus status = ACL_EVENT_STATUS_RESERVED;
  aclrtEventRecordedStatus recorded = ACL_EVENT_RECORDED_STATUS_NOT_READY;
  aclrtEventWaitStatus waited = ACL_EVENT_WAIT_STATUS_RESERVED;
  aclrtStreamStatus stream_status = ACL_STREAM_STATUS_RESERVED;
  EXPECT_EQ(aclrtQueryEventStatus(event_, &recorded), 0);
  EXPECT_EQ(recorded, ACL_EVENT_RECORDED_STATUS_COMPLETE) << "never recorded";
  bool ran = false;
  EXPECT_EQ(EnqueueWork("test", stream_, 1,
                        [&] {
                          ran = true;
                          return WorkResult{};
                        }),
            0);
  EXPECT_EQ(aclrtRecordEvent(event_, stream_), 0);
  EXPECT_EQ(aclrtStreamWaitEvent(nullptr, event_), 0);
  EXPECT_FALSE(ran);
  EXPECT_EQ(aclrtQueryEvent(event_, &status), 0);
  EXPECT_EQ(status, ACL_EVENT_STATUS_COMPLETE);
  EXPECT_TRUE(ran);
  EXPECT_EQ(aclrtQueryEventWaitStatus(event_, &waited), 0);
  EXPECT_EQ(waited, ACL_EVENT_WAIT_STATUS_COMPLETE);
  EXPECT_EQ(aclrtStreamQuery(stream_, &stream_status), 0);
  EXPECT_EQ(stream_status, ACL_STREAM_STATUS_COMPLETE);
}

TEST_F(StreamTest, Times) {
  aclrtEvent end = nullptr;
  ASSERT_EQ(aclrtCreateEventWithFlag(&end, ACL_EVENT_TIME_LINE), 0);
  float ms = -1;
  uint64_t first = 0, second = 0;
  EXPECT_EQ(aclrtEventElapsedTime(&ms, event_, end), ACL_ERROR_RT_INTERNAL_ERROR);
  EXPECT_EQ(aclrtRecordEvent(event_, stream_), 0);
  EXPECT_EQ(EnqueueWork("test", stream_, 1,
                        [] {
                          const int64_t begin = openaclnn::SteadyNanoseconds();
                          while (openaclnn::SteadyNanoseconds() == begin) {
                          }
                          return WorkResult{};
                        }),
            0);
  EXPECT_EQ(aclrtRecordEvent(end, stream_), 0);
  EXPECT_EQ(aclrtEventElapsedTime(&ms, event_, end), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream_, 60000), 0);
  EXPECT_EQ(aclrtEventElapsedTime(&ms, event_, end), 0);
  EXPECT_GE(ms, 0.0f);
  EXPECT_LT(ms, 60000.0f);
  EXPECT_EQ(aclrtEventElapsedTime(&ms, end, event_), ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL);
  EXPECT_EQ(aclrtEventGetTimestamp(event_, &first), 0);
  EXPECT_EQ(aclrtEventGetTimestamp(end, &second), 0);
  EXPECT_LE(first, second);
  EXPECT_EQ(aclrtSynchronizeEvent(end), 0);
  EXPECT_EQ(aclrtSynchronizeEventWithTimeout(end, 1), 0);
  EXPECT_EQ(aclrtDestroyEvent(end), 0);
}

TEST_F(StreamTest, FlagsOfEvents) {
  for (const uint32_t good : {0x1u, 0x2u, 0x8u, 0x9u, 0xBu, 0x10u, 0x20u, 0x40u, 0x41u}) {
    aclrtEvent event = nullptr;
    EXPECT_EQ(aclrtCreateEventExWithFlag(&event, good), 0) << good;
    EXPECT_EQ(aclrtDestroyEvent(event), 0);
  }
  for (const uint32_t bad : {0x0u, 0x4u, 0x80u, 0x11u, 0x21u, 0x30u, 0xFFFFFFFFu}) {
    aclrtEvent event = nullptr;
    EXPECT_EQ(aclrtCreateEventWithFlag(&event, bad), ACL_ERROR_RT_PARAM_INVALID) << bad;
    EXPECT_EQ(event, nullptr);
  }
}

TEST_F(StreamTest, ConfiguredStream) {
  aclrtStream stream = nullptr;
  EXPECT_EQ(aclrtCreateStreamWithConfig(
                &stream, 5, ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC | 0x80000000u),
            0);
  bool ran = false;
  EXPECT_EQ(EnqueueWork("test", stream, 1,
                        [&] {
                          ran = true;
                          return WorkResult{};
                        }),
            0);
  EXPECT_EQ(aclrtDestroyStreamForce(stream), 0);
  EXPECT_FALSE(ran);
}

TEST_F(StreamTest, OverflowModeIsThatOfTheTimeOfCreation) {
  EXPECT_FALSE(openaclnn::StreamSaturates(stream_));
  EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_SATURATION), 0);
  aclrtStream later = nullptr;
  EXPECT_EQ(aclrtCreateStream(&later), 0);
  EXPECT_FALSE(openaclnn::StreamSaturates(stream_));
  EXPECT_TRUE(openaclnn::StreamSaturates(later));
  EXPECT_EQ(aclrtDestroyStream(later), 0);
  EXPECT_FALSE(openaclnn::StreamSaturates(later));
  EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN), 0);
}

}  // namespace
