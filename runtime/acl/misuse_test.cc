// Every way to call the C API wrongly, but for captures (capture_misuse_test.cc).
#include "runtime/acl/misuse.h"

#include <cstdint>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opdev/op_errno.h"
#include "runtime/handles/handles.h"

namespace openaclnn {
namespace {

TEST_F(MisuseTest, Devices) {
  const std::string file = ::testing::TempDir() + "/misuse.json";
  std::ofstream(file) << "{}";
  int32_t version = 0;
  int64_t value = 0;
  CheckAll({
      {CALL(aclrtSetDevice(1)), 107001, {"deviceId is 1", "accepted are 0 to 0"}},
      {CALL(aclrtSetDevice(-1)), 107001, {"deviceId is -1"}},
      {CALL(aclrtResetDevice(7)), 107001, {"deviceId is 7"}},
      {CALL(aclrtResetDeviceForce(-2)), 107001, {"deviceId is -2"}},
      {CALL(aclrtGetDevice(nullptr)), kNull, {"EH0008", "deviceId is a null pointer"}},
      {CALL(aclrtGetDeviceCount(nullptr)), kNull, {"count is a null pointer"}},
      {CALL(aclrtGetRunMode(nullptr)), kNull, {"runMode"}},
      {CALL(aclrtGetVersion(nullptr, &version, &version)), kNull, {"majorVersion"}},
      {CALL(aclrtGetVersion(&version, nullptr, &version)), kNull, {"minorVersion"}},
      {CALL(aclrtGetVersion(&version, &version, nullptr)), kNull, {"patchVersion"}},
      {CALL(aclrtSynchronizeDeviceWithTimeout(0)), kParam, {"timeout is 0"}},
      {CALL(aclrtSynchronizeDeviceWithTimeout(-2)), kParam, {"timeout is -2"}},
      {CALL(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_UNDEF)), kNull, {"mode is 2"}},
      {CALL(aclrtGetDeviceSatMode(nullptr)), kNull, {"mode"}},
      {CALL(aclrtSetSysParamOpt(static_cast<aclSysParamOpt>(4), 1)), kNull, {"opt is 4", "0 to 3"}},
      {CALL(aclrtSetSysParamOpt(static_cast<aclSysParamOpt>(-1), 1)), kNull, {"opt is -1"}},
      {CALL(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, nullptr)), kNull, {"value"}},
      {CALL(aclrtGetSysParamOpt(static_cast<aclSysParamOpt>(9), &value)), kNull, {"opt is 9"}},
      {CALL(aclrtCtxSetSysParamOpt(ACL_OPT_ENABLE_KERNEL_EARLY_START, 1)),
       kNull,
       {"opt is 3", "0 to 2"}},
      {CALL(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, nullptr)), kNull, {"value"}},
      {CALL(aclrtCtxGetSysParamOpt(ACL_OPT_ENABLE_DEBUG_KERNEL, &value)),
       107021,
       {"opt 1 is not set"}},
      {CALL(aclrtCtxGetCurrentDefaultStream(nullptr)), kNull, {"stream"}},
      {CALL(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_NPU_ARCH, nullptr)),
       kNull,
       {"value is a null pointer"}},
      {CALL(aclrtGetDeviceInfo(1, ACL_DEV_ATTR_NPU_ARCH, &value)), 107001, {"deviceId is 1"}},
      {CALL(aclrtGetDeviceInfo(0, static_cast<aclrtDevAttr>(7), &value)), kParam, {"attr is 7"}},
      {CALL(aclrtGetDeviceCapability(0, ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV, nullptr)),
       kNull,
       {"value is"}},
      {CALL(aclrtGetDeviceCapability(9, ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV, &version)),
       107001,
       {"is 9"}},
      {CALL(aclrtGetDeviceCapability(0, static_cast<aclrtDevFeatureType>(2), &version)),
       kParam,
       {"is 2"}},
      {CALL(aclrtCheckArchCompatibility(nullptr, &version)),
       kNull,
       {"socVersion is a null pointer"}},
      {CALL(aclrtCheckArchCompatibility("Ascend910B3", nullptr)),
       kNull,
       {"canCompatible is a null pointer"}},
      {CALL(aclrtDeviceCanAccessPeer(nullptr, 0, 1)), kParam, {"canAccessPeer is a null pointer"}},
      {CALL(aclrtDeviceCanAccessPeer(&version, 0, 0)),
       kNull,
       {"peerDeviceId is 0", "the device itself"}},
      {CALL(aclrtDeviceCanAccessPeer(&version, 0, 1)), 107001, {"deviceId is 1"}},
      {CALL(aclrtDeviceEnablePeerAccess(1, 5)), 200006, {"flags is 5"}},
      {CALL(aclrtDeviceEnablePeerAccess(0, 0)), kNull, {"peerDeviceId is 0"}},
      {CALL(aclrtDeviceEnablePeerAccess(1, 0)), 107001, {"deviceId is 1"}},
      {CALL(aclrtDeviceDisablePeerAccess(0)), kNull, {"peerDeviceId is 0"}},
      {CALL(aclrtDeviceDisablePeerAccess(-1)), 107001, {"deviceId is -1"}},
      {CALL(aclrtDevicePeerAccessStatus(0, 1, nullptr)), kParam, {"status is a null pointer"}},
      {CALL(aclrtDevicePeerAccessStatus(3, 3, &version)), kNull, {"peerDeviceId is 3"}},
      {CALL(aclrtDevicePeerAccessStatus(0, 1, &version)), 107001, {"deviceId is 1"}},
      {CALL(aclFinalize()), 100037, {"not initialised"}},
      {CALL(aclFinalizeReference(nullptr)), 100037, {"not initialised"}},
      {CALL(aclInit("/nonexistent.json")), 100003, {"configPath is \"/nonexistent.json\""}},
      {CALL(aclInit("/dev/zero")),
       100003,
       {"configPath is \"/dev/zero\"", "accepted are regular files"}},
      // This program does not link the reader.
      {CALL(aclInit(file.c_str())),
       200006,
       {"configPath is", "accepted is null", "@openaclnn//:config_file"}},
  });
}

TEST_F(MisuseTest, WithoutAContext) {
  int32_t id;
  int64_t value;
  size_t size;
  void* pointer = nullptr;
  char bytes[8] = {};
  aclrtStream stream = nullptr;
  aclrtEvent event = nullptr, new_event = nullptr;
  aclrtContext context = nullptr;
  aclrtStreamStatus status;
  aclrtFloatOverflowMode mode;
  aclrtMallocAttribute on_device = {ACL_RT_MEM_ATTR_DEVICE_ID, {}};
  aclrtMallocConfig config = {&on_device, 1};
  ASSERT_EQ(aclrtCreateEvent(&event), 0);
  CheckAll(
      {
          {CALL(aclrtGetDevice(&id)), 107002, {"no current context", "aclrtSetDevice"}},
          {CALL(aclrtGetCurrentContext(&context)), 107002, {"no current context"}},
          {CALL(aclrtCtxGetCurrentDefaultStream(&stream)), 107002, {"no current context"}},
          {CALL(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1)), 107002, {"no current context"}},
          {CALL(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value)),
           107002,
           {"no current context"}},
          {CALL(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN)),
           107002,
           {"no current context"}},
          {CALL(aclrtGetDeviceSatMode(&mode)), 107002, {"no current context"}},
          {CALL(aclrtSynchronizeDevice()), 107002, {"no current context"}},
          {CALL(aclrtCreateStream(&stream)), 107002, {"no current context"}},
          {CALL(aclrtHostRegister(&id, sizeof(id), ACL_HOST_REGISTER_MAPPED, &pointer)),
           107002,
           {"no current context"}},
          {CALL(aclrtCreateStreamWithConfig(&stream, 0, 0)), 107002, {"no current context"}},
          {CALL(aclrtSynchronizeStream(nullptr)), 107002, {"no current context"}},
          {CALL(aclrtStreamQuery(nullptr, &status)), 107002, {"no current context"}},
          {CALL(aclrtCreateEvent(&new_event)), 107002, {"no current context"}},
          {CALL(aclrtRecordEvent(event, nullptr)), 107002, {"no current context"}},
          {CALL(aclrtResetEvent(event, nullptr)), 107002, {"no current context"}},
          {CALL(aclrtStreamWaitEvent(nullptr, event)), 107002, {"no current context"}},
          {CALL(aclrtMalloc(&pointer, 8, ACL_MEM_MALLOC_HUGE_FIRST)),
           107002,
           {"no current context"}},
          {CALL(aclrtMallocAlign32(&pointer, 8, ACL_MEM_MALLOC_HUGE_FIRST)),
           107002,
           {"no current context"}},
          {CALL(aclrtMallocCached(&pointer, 8, ACL_MEM_MALLOC_HUGE_FIRST)),
           107002,
           {"no current context"}},
          {CALL(aclrtMemcpyAsync(bytes, 8, bytes + 4, 4, ACL_MEMCPY_DEFAULT, nullptr)),
           107002,
           {"no current context"}},
          {CALL(aclrtMemsetAsync(bytes, 8, 0, 8, nullptr)), 107002, {"no current context"}},
          {CALL(aclrtGetMemInfo(ACL_HBM_MEM, &size, &size)), 107002, {"no current context"}},
          {CALL(aclrtMallocWithCfg(&pointer, 8, ACL_MEM_MALLOC_HUGE_FIRST, &config)),
           107002,
           {"no current context"}},
          {CALL(aclrtMemcpy2dAsync(bytes, 4, bytes + 4, 4, 4, 1, ACL_MEMCPY_DEFAULT, nullptr)),
           107002,
           {"no current"}},
          {CALL(aclrtDeviceEnablePeerAccess(1, 0)), 107002, {"no current context"}},
          {CALL(aclrtDeviceDisablePeerAccess(1)), 107002, {"no current context"}},
      },
      /*with_context=*/false);
  EXPECT_EQ(aclrtDestroyEvent(event), 0);
}

TEST_F(MisuseTest, Contexts) {
  aclrtContext context = nullptr, dead = nullptr;
  ASSERT_EQ(aclrtCreateContext(&dead, 0), 0);
  ASSERT_EQ(aclrtDestroyContext(dead), 0);
  int local = 0;
  aclrtContext foreign = &local;
  CheckAll({
      {CALL(aclrtCreateContext(nullptr, 0)), kNull, {"context is a null pointer"}},
      {CALL(aclrtCreateContext(&context, 5)), 107001, {"deviceId is 5"}},
      {CALL(aclrtDestroyContext(nullptr)), kNull, {"context is a null pointer"}},
      {CALL(aclrtDestroyContext(dead)), kParam, {"not a live context", "aclrtCreateContext"}},
      {CALL(aclrtDestroyContext(foreign)), kParam, {"not a live context"}},
      {CALL(aclrtDestroyContext(context_)), kParam, {"default context of device 0"}},
      {CALL(aclrtSetCurrentContext(nullptr)), kNull, {"context is a null pointer"}},
      {CALL(aclrtSetCurrentContext(dead)), kParam, {"not a live context"}},
      {CALL(aclrtSetCurrentContext(foreign)), kParam, {"not a live context"}},
      {CALL(aclrtGetCurrentContext(nullptr)), kNull, {"context is a null pointer"}},
  });
}

TEST_F(MisuseTest, Streams) {
  aclrtStream dead = nullptr, default_stream = nullptr, elsewhere = nullptr;
  aclrtContext other = nullptr;
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateStream(&dead), 0);
  ASSERT_EQ(aclrtDestroyStream(dead), 0);
  ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&default_stream), 0);
  ASSERT_EQ(aclrtCreateEvent(&event), 0);
  ASSERT_EQ(aclrtCreateContext(&other, 0), 0);
  ASSERT_EQ(aclrtCreateStream(&elsewhere), 0);
  ASSERT_EQ(aclrtSetCurrentContext(context_), 0);
  int local = 0;
  aclrtStream foreign = &local;
  char bytes[8] = {};
  aclrtStreamStatus status;
  const char* const not_live = "not a live stream";
  const aclrtCallback callback = [](void*) { ADD_FAILURE() << "a rejected callback ran"; };
  const auto bad_block = static_cast<aclrtCallbackBlockType>(2);
  CheckAll({
      {CALL(aclrtCreateStream(nullptr)), kNull, {"stream is a null pointer"}},
      {CALL(aclrtCreateStreamWithConfig(nullptr, 0, 0)), kNull, {"stream is a null pointer"}},
      {CALL(aclrtDestroyStream(nullptr)), kNull, {"stream is a null pointer"}},
      {CALL(aclrtDestroyStream(dead)), kHandle, {not_live, "aclrtCreateStream"}},
      {CALL(aclrtDestroyStream(foreign)), kHandle, {not_live}},
      {CALL(aclrtDestroyStream(event)), kHandle, {not_live}},
      {CALL(aclrtDestroyStream(default_stream)), kParam, {"default stream"}},
      {CALL(aclrtDestroyStreamForce(nullptr)), kNull, {"stream is a null pointer"}},
      {CALL(aclrtDestroyStreamForce(dead)), kHandle, {not_live}},
      {CALL(aclrtDestroyStreamForce(default_stream)), kParam, {"default stream"}},
      {CALL(aclrtSynchronizeStream(dead)), kHandle, {not_live}},
      {CALL(aclrtSynchronizeStream(foreign)), kHandle, {not_live}},
      {CALL(aclrtSynchronizeStreamWithTimeout(dead, 5)), kHandle, {not_live}},
      {CALL(aclrtSynchronizeStreamWithTimeout(default_stream, 0)), kParam, {"timeout is 0"}},
      {CALL(aclrtSynchronizeStreamWithTimeout(default_stream, -7)), kParam, {"timeout is -7"}},
      {CALL(aclrtStreamQuery(default_stream, nullptr)), kNull, {"status is a null pointer"}},
      {CALL(aclrtStreamQuery(dead, &status)), kHandle, {not_live}},
      {CALL(aclrtRecordEvent(event, dead)), kHandle, {not_live}},
      {CALL(aclrtRecordEvent(event, elsewhere)), 107003, {"belongs to context", "current context"}},
      {CALL(aclrtResetEvent(event, elsewhere)), 107003, {"belongs to context"}},
      {CALL(aclrtStreamWaitEvent(elsewhere, event)), 107003, {"belongs to context"}},
      {CALL(aclrtStreamWaitEvent(foreign, event)), kHandle, {not_live}},
      {CALL(aclrtMemcpyAsync(bytes, 8, bytes + 4, 4, ACL_MEMCPY_DEFAULT, elsewhere)),
       107003,
       {"belongs to context"}},
      {CALL(aclrtMemcpyAsync(bytes, 8, bytes + 4, 4, ACL_MEMCPY_DEFAULT, dead)),
       kHandle,
       {not_live}},
      {CALL(aclrtMemsetAsync(bytes, 8, 0, 8, elsewhere)), 107003, {"belongs to context"}},
      {CALL(aclrtMemsetAsync(bytes, 8, 0, 8, dead)), kHandle, {not_live}},
      // Also where there is nothing to do.
      {CALL(aclrtMemcpyAsync(bytes, 8, bytes, 0, ACL_MEMCPY_DEFAULT, dead)), kHandle, {not_live}},
      {CALL(aclrtMemcpy2dAsync(bytes, 4, bytes, 4, 0, 1, ACL_MEMCPY_DEFAULT, dead)),
       kHandle,
       {not_live}},
      {CALL(aclrtMemsetAsync(bytes, 8, 0, 0, dead)), kHandle, {not_live}},
      {CALL(aclrtSubscribeReport(1, dead)), kHandle, {not_live}},
      {CALL(aclrtUnSubscribeReport(1, dead)), kHandle, {not_live}},
      {CALL(aclrtUnSubscribeReport(1, default_stream)),
       107011,
       {"not subscribed", "aclrtSubscribeReport"}},
      {CALL(aclrtProcessReport(1)), 107012, {"no stream is subscribed to this thread"}},
      {CALL(aclrtProcessReport(0)), kNull, {"timeout is 0"}},
      {CALL(aclrtProcessReport(-2)), kNull, {"timeout is -2"}},
      {CALL(aclrtLaunchCallback(callback, nullptr, ACL_CALLBACK_BLOCK, default_stream)),
       107015,
       {"no thread is"}},
      {CALL(aclrtLaunchCallback(callback, nullptr, ACL_CALLBACK_NO_BLOCK, nullptr)),
       107015,
       {"no thread is"}},
      {CALL(aclrtLaunchCallback(callback, nullptr, ACL_CALLBACK_BLOCK, dead)), kHandle, {not_live}},
      {CALL(aclrtLaunchCallback(callback, nullptr, ACL_CALLBACK_BLOCK, elsewhere)),
       107003,
       {"belongs to context"}},
      {CALL(aclrtLaunchCallback(nullptr, nullptr, ACL_CALLBACK_BLOCK, nullptr)),
       kParam,
       {"fn is a null pointer"}},
      {CALL(aclrtLaunchCallback(callback, nullptr, bad_block, nullptr)),
       kNull,
       {"blockType is 2", "0 (NO_BLOCK)"}},
      {CALL(aclrtLaunchHostFunc(dead, callback, nullptr)), kHandle, {not_live}},
      {CALL(aclrtLaunchHostFunc(elsewhere, callback, nullptr)), 107003, {"belongs to context"}},
      {CALL(aclrtLaunchHostFunc(nullptr, nullptr, nullptr)), kParam, {"fn is a null pointer"}},
  });
  EXPECT_EQ(aclrtSynchronizeStream(elsewhere), 0) << "waiting is allowed from another context";
  EXPECT_EQ(aclrtDestroyEvent(event), 0);
  EXPECT_EQ(aclrtDestroyContext(other), 0);
  Check({CALL(aclrtDestroyStream(elsewhere)), kHandle, {not_live}}, context_);
}

TEST_F(MisuseTest, Events) {
  aclrtEvent event = nullptr, dead = nullptr, plain = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&event), 0);
  ASSERT_EQ(aclrtCreateEvent(&dead), 0);
  ASSERT_EQ(aclrtDestroyEvent(dead), 0);
  ASSERT_EQ(aclrtCreateEventWithFlag(&plain, ACL_EVENT_TIME_LINE), 0);
  int local = 0;
  aclrtEvent foreign = &local;
  aclrtEventStatus status;
  aclrtEventRecordedStatus recorded;
  aclrtEventWaitStatus waited;
  float ms;
  uint64_t time;
  const char* const not_live = "not a live event";
  CheckAll({
      {CALL(aclrtCreateEvent(nullptr)), kNull, {"event is a null pointer"}},
      {CALL(aclrtCreateEventWithFlag(nullptr, 1)), kNull, {"event is a null pointer"}},
      {CALL(aclrtCreateEventExWithFlag(nullptr, 1)), kNull, {"event is a null pointer"}},
      {CALL(aclrtCreateEventWithFlag(&event, 0)), kParam, {"flag is 0x0"}},
      {CALL(aclrtCreateEventExWithFlag(&event, 0x11)), kParam, {"flag is 0x11"}},
      {CALL(aclrtDestroyEvent(nullptr)), kNull, {"event is a null pointer"}},
      {CALL(aclrtDestroyEvent(dead)), kHandle, {not_live, "aclrtCreateEvent"}},
      {CALL(aclrtDestroyEvent(foreign)), kHandle, {not_live}},
      {CALL(aclrtRecordEvent(nullptr, nullptr)), kNull, {"event is a null pointer"}},
      {CALL(aclrtRecordEvent(dead, nullptr)), kHandle, {not_live}},
      {CALL(aclrtResetEvent(nullptr, nullptr)), kNull, {"event is a null pointer"}},
      {CALL(aclrtResetEvent(dead, nullptr)), kHandle, {not_live}},
      {CALL(aclrtResetEvent(plain, nullptr)), kParam, {"flag 0x8", "ACL_EVENT_SYNC"}},
      {CALL(aclrtStreamWaitEvent(nullptr, nullptr)), kNull, {"event is a null pointer"}},
      {CALL(aclrtStreamWaitEvent(nullptr, dead)), kHandle, {not_live}},
      {CALL(aclrtQueryEvent(nullptr, &status)), kNull, {"event is a null pointer"}},
      {CALL(aclrtQueryEvent(event, nullptr)), kNull, {"status is a null pointer"}},
      {CALL(aclrtQueryEvent(dead, &status)), kHandle, {not_live}},
      {CALL(aclrtQueryEventStatus(nullptr, &recorded)), kNull, {"event is a null pointer"}},
      {CALL(aclrtQueryEventStatus(event, nullptr)), kNull, {"status is a null pointer"}},
      {CALL(aclrtQueryEventStatus(foreign, &recorded)), kHandle, {not_live}},
      {CALL(aclrtQueryEventWaitStatus(nullptr, &waited)), kNull, {"event is a null pointer"}},
      {CALL(aclrtQueryEventWaitStatus(event, nullptr)), kNull, {"status is a null pointer"}},
      {CALL(aclrtQueryEventWaitStatus(dead, &waited)), kHandle, {not_live}},
      {CALL(aclrtSynchronizeEvent(nullptr)), kNull, {"event is a null pointer"}},
      {CALL(aclrtSynchronizeEvent(dead)), kHandle, {not_live}},
      {CALL(aclrtSynchronizeEventWithTimeout(event, 0)), kParam, {"timeout is 0"}},
      {CALL(aclrtSynchronizeEventWithTimeout(event, -2)), kParam, {"timeout is -2"}},
      {CALL(aclrtSynchronizeEventWithTimeout(nullptr, 1)), kNull, {"event is a null pointer"}},
      {CALL(aclrtEventElapsedTime(nullptr, event, event)), kNull, {"ms is a null pointer"}},
      {CALL(aclrtEventElapsedTime(&ms, nullptr, event)), kNull, {"startEvent is a null pointer"}},
      {CALL(aclrtEventElapsedTime(&ms, event, nullptr)), kNull, {"endEvent is a null pointer"}},
      {CALL(aclrtEventElapsedTime(&ms, dead, event)), kHandle, {not_live}},
      {CALL(aclrtEventElapsedTime(&ms, event, event)), 507000, {"never recorded"}},
      {CALL(aclrtEventGetTimestamp(nullptr, &time)), kNull, {"event is a null pointer"}},
      {CALL(aclrtEventGetTimestamp(event, nullptr)), kNull, {"timestamp is a null pointer"}},
      {CALL(aclrtEventGetTimestamp(event, &time)), 507000, {"never recorded"}},
  });
  EXPECT_EQ(aclrtDestroyEvent(event), 0);
  EXPECT_EQ(aclrtDestroyEvent(plain), 0);
}

TEST_F(MisuseTest, Memory) {
  void* device = nullptr;
  void* host = nullptr;
  void* freed = nullptr;
  void* out = nullptr;
  char own[64] = {};
  size_t size = 0;
  ASSERT_EQ(aclrtMalloc(&device, 100, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  ASSERT_EQ(aclrtMallocHost(&host, 50), 0);
  ASSERT_EQ(aclrtMalloc(&freed, size_t{1} << 30, ACL_MEM_MALLOC_HUGE_FIRST),
            0);  // large, so that nothing else takes its address
  ASSERT_EQ(aclrtFree(freed), 0);
  char* const inner = static_cast<char*>(device) + 60;
  const aclrtMemMallocPolicy policy = ACL_MEM_MALLOC_HUGE_FIRST;
  const auto bad_kind = [](int kind) { return static_cast<aclrtMemcpyKind>(kind); };
  const size_t max = SIZE_MAX;
  aclrtMallocAttribute unknown = {static_cast<aclrtMallocAttrType>(4), {}};
  aclrtMallocAttribute sixth_device = {ACL_RT_MEM_ATTR_DEVICE_ID, {}};
  sixth_device.value.deviceId = 6;
  aclrtMallocConfig no_attributes = {nullptr, 1}, strange = {&unknown, 1},
                    elsewhere = {&sixth_device, 1};
  aclrtMemUsageInfo usage = {};
  aclrtStream foreign = &size;
  CheckAll({
      {CALL(aclrtMalloc(nullptr, 8, policy)), kNull, {"devPtr is a null pointer"}},
      {CALL(aclrtMalloc(&out, 0, policy)), kNull, {"size is 0; it must be at least 1"}},
      {CALL(aclrtMalloc(&out, max, policy)),
       kNull,
       {"size is 18446744073709551615", "at most 18446744073709551103 is accepted"}},
      {CALL(aclrtMalloc(&out, size_t{1} << 60, policy)), 207001, {"out of memory", "Ascend910B3"}},
      {CALL(aclrtMallocAlign32(nullptr, 8, policy)), kNull, {"devPtr is a null pointer"}},
      {CALL(aclrtMallocAlign32(&out, 0, policy)), kNull, {"size is 0"}},
      {CALL(aclrtMallocCached(nullptr, 8, policy)), kNull, {"devPtr is a null pointer"}},
      {CALL(aclrtMallocCached(&out, 0, policy)), kNull, {"size is 0"}},
      {CALL(aclrtMallocHost(nullptr, 8)), kNull, {"hostPtr is a null pointer"}},
      {CALL(aclrtMallocHost(&out, 0)), kNull, {"size is 0"}},
      {CALL(aclrtFree(nullptr)), kNull, {"devPtr is a null pointer"}},
      {CALL(aclrtFree(freed)), kParam, {"no live allocation"}},
      {CALL(aclrtFree(inner)), kParam, {"60 bytes inside an allocation of 100 bytes"}},
      {CALL(aclrtFree(own)), kParam, {"no live allocation"}},
      {CALL(aclrtFree(host)), kParam, {"host memory", "aclrtFreeHost"}},
      {CALL(aclrtFreeHost(nullptr)), kNull, {"hostPtr is a null pointer"}},
      {CALL(aclrtFreeHost(device)), kParam, {"device memory", "aclrtFree"}},
      {CALL(aclrtFreeHost(own)), kParam, {"no live allocation"}},
      {CALL(aclrtHostRegister(nullptr, 8, ACL_HOST_REGISTER_MAPPED, &out)),
       kNull,
       {"ptr is a null pointer"}},
      {CALL(aclrtHostRegister(own, 8, ACL_HOST_REGISTER_MAPPED, nullptr)),
       kNull,
       {"devPtr is a null pointer"}},
      {CALL(aclrtHostRegister(own, 0, ACL_HOST_REGISTER_MAPPED, &out)), kNull, {"size is 0"}},
      {CALL(aclrtHostRegister(own, 8, static_cast<aclrtHostRegisterType>(1), &out)),
       kNull,
       {"type is 1", "0 (MAPPED)"}},
      {CALL(aclrtHostRegister(own, max, ACL_HOST_REGISTER_MAPPED, &out)),
       kParam,
       {"size is 18446744073709551615"}},
      {CALL(aclrtHostUnregister(nullptr)), kNull, {"ptr is a null pointer"}},
      {CALL(aclrtHostUnregister(own)), kParam, {"no registered region begins"}},
      {CALL(aclrtMemcpy(nullptr, 8, own, 8, ACL_MEMCPY_DEFAULT)), kNull, {"dst is a null pointer"}},
      {CALL(aclrtMemcpy(own, 8, nullptr, 8, ACL_MEMCPY_DEFAULT)), kNull, {"src is a null pointer"}},
      {CALL(aclrtMemcpy(own, 8, device, 8, bad_kind(6))), kNull, {"kind is 6", "0 to 5"}},
      {CALL(aclrtMemcpy(own, 8, device, 8, bad_kind(-1))), kNull, {"kind is -1"}},
      {CALL(aclrtMemcpy(own, 0, device, 8, ACL_MEMCPY_DEFAULT)),
       kParam,
       {"count is 8", "destMax, which is 0"}},
      {CALL(aclrtMemcpy(own, 7, device, 8, ACL_MEMCPY_DEFAULT)),
       kParam,
       {"count is 8", "destMax, which is 7"}},
      {CALL(aclrtMemcpy(own, 64, inner, 41, ACL_MEMCPY_DEFAULT)),
       kParam,
       {"src is", "60 bytes into an allocation of 100", "up to 40"}},
      {CALL(aclrtMemcpy(inner, 64, own, 41, ACL_MEMCPY_DEFAULT)),
       kParam,
       {"dst is", "60 bytes into an allocation of 100", "up to 40"}},
      {CALL(aclrtMemcpy(device, max, host, 51, ACL_MEMCPY_DEFAULT)),
       kParam,
       {"src is", "allocation of 50"}},
      {CALL(aclrtMemcpyAsync(nullptr, 8, own, 8, ACL_MEMCPY_DEFAULT, nullptr)),
       kNull,
       {"dst is a null pointer"}},
      {CALL(aclrtMemcpyAsync(own, 7, device, 8, ACL_MEMCPY_DEFAULT, nullptr)),
       kParam,
       {"count is 8"}},
      {CALL(aclrtMemcpyAsync(own, 64, inner, 41, ACL_MEMCPY_DEFAULT, nullptr)),
       kParam,
       {"up to 40"}},
      {CALL(aclrtMemcpyAsync(own, 8, host, 8, ACL_MEMCPY_HOST_TO_HOST, nullptr)),
       207000,
       {"kind is 0"}},
      {CALL(aclrtMemcpy2d(nullptr, 8, own, 8, 8, 2, ACL_MEMCPY_DEFAULT)),
       kNull,
       {"dst is a null pointer"}},
      {CALL(aclrtMemcpy2d(own, 8, nullptr, 8, 8, 2, ACL_MEMCPY_DEFAULT)),
       kNull,
       {"src is a null pointer"}},
      {CALL(aclrtMemcpy2d(own, 7, device, 8, 8, 2, ACL_MEMCPY_DEFAULT)),
       kNull,
       {"width is 8", "dpitch (7)"}},
      {CALL(aclrtMemcpy2d(own, 8, device, 7, 8, 2, ACL_MEMCPY_DEFAULT)),
       kNull,
       {"width is 8", "spitch (7)"}},
      {CALL(aclrtMemcpy2d(own, 8, device, 8, 8, 2, bad_kind(5))), kNull, {"kind is 5"}},
      {CALL(aclrtMemcpy2d(own, 8, device, 50, 8, 3, ACL_MEMCPY_DEFAULT)),
       kParam,
       {"src is", "108 bytes from there"}},
      {CALL(aclrtMemcpy2d(own, 8, device, 8, 8, max, ACL_MEMCPY_DEFAULT)), kParam, {"height is"}},
      {CALL(aclrtMemset(nullptr, 8, 0, 8)), kNull, {"devPtr is a null pointer"}},
      {CALL(aclrtMemset(device, 7, 0, 8)), kParam, {"count is 8", "maxCount, which is 7"}},
      {CALL(aclrtMemset(device, 101, 0, 101)), kParam, {"devPtr is", "up to 100"}},
      {CALL(aclrtMemsetAsync(nullptr, 8, 0, 8, nullptr)), kNull, {"devPtr is a null pointer"}},
      {CALL(aclrtMemsetAsync(device, 101, 0, 101, nullptr)), kParam, {"up to 100"}},
      {CALL(aclrtGetMemInfo(ACL_HBM_MEM, nullptr, &size)), kNull, {"free is a null pointer"}},
      {CALL(aclrtGetMemInfo(ACL_HBM_MEM, &size, nullptr)), kNull, {"total is a null pointer"}},
      {CALL(aclrtGetMemInfo(static_cast<aclrtMemAttr>(18), &size, &size)), kNull, {"attr is 18"}},
      {CALL(aclrtMallocWithCfg(nullptr, 8, policy, nullptr)), kNull, {"devPtr is a null pointer"}},
      {CALL(aclrtMallocWithCfg(&out, 0, policy, nullptr)), kNull, {"size is 0"}},
      {CALL(aclrtMallocWithCfg(&out, 8, policy, &no_attributes)),
       kNull,
       {"cfg->attrs", "is a null pointer"}},
      {CALL(aclrtMallocWithCfg(&out, 8, policy, &strange)),
       kNull,
       {"cfg->attrs[0].attr is 4", "0 to 3"}},
      {CALL(aclrtMallocWithCfg(&out, 8, policy, &elsewhere)), 107001, {"deviceId is 6"}},
      {CALL(aclrtMallocForTaskScheduler(nullptr, 8, policy, nullptr)),
       kNull,
       {"devPtr is a null pointer"}},
      {CALL(aclrtMallocForTaskScheduler(&out, 8, policy, &no_attributes)), kNull, {"cfg->attrs"}},
      {CALL(aclrtMallocHostWithCfg(nullptr, 8, nullptr)), kNull, {"ptr is a null pointer"}},
      {CALL(aclrtMallocHostWithCfg(&out, 0, nullptr)), kNull, {"size is 0"}},
      {CALL(aclrtMallocHostWithCfg(&out, 8, &strange)), kNull, {"attr is 4"}},
      {CALL(aclrtMemcpy2dAsync(nullptr, 8, own, 8, 8, 2, ACL_MEMCPY_DEFAULT, nullptr)),
       kNull,
       {"dst is a null"}},
      {CALL(aclrtMemcpy2dAsync(own, 8, nullptr, 8, 8, 2, ACL_MEMCPY_DEFAULT, nullptr)),
       kNull,
       {"src is a null"}},
      {CALL(aclrtMemcpy2dAsync(own, 7, device, 8, 8, 2, ACL_MEMCPY_DEFAULT, nullptr)),
       kNull,
       {"dpitch (7)"}},
      {CALL(aclrtMemcpy2dAsync(own, 8, host, 8, 8, 2, bad_kind(0), nullptr)),
       kNull,
       {"kind is 0", "1 to 4"}},
      {CALL(aclrtMemcpy2dAsync(own, 8, device, 8, 8, 2, bad_kind(5), nullptr)),
       kNull,
       {"kind is 5", "1 to 4"}},
      {CALL(aclrtMemcpy2dAsync(own, 8, device, 50, 8, 3, ACL_MEMCPY_DEFAULT, nullptr)),
       kParam,
       {"108 bytes"}},
      {CALL(aclrtMemcpy2dAsync(own, 8, device, 8, 8, 2, ACL_MEMCPY_DEFAULT, foreign)),
       kHandle,
       {"not a live stream"}},
      {CALL(aclrtGetMemUsageInfo(0, nullptr, 1, &size)), kNull, {"memUsageInfo is a null pointer"}},
      {CALL(aclrtGetMemUsageInfo(0, &usage, 1, nullptr)), kNull, {"outputNum is a null pointer"}},
      {CALL(aclrtGetMemUsageInfo(0, &usage, 0, &size)), kNull, {"inputNum is 0"}},
      {CALL(aclrtGetMemUsageInfo(2, &usage, 1, &size)), 107001, {"deviceId is 2"}},
  });
  EXPECT_EQ(out, nullptr);
  EXPECT_EQ(aclrtFree(device), 0);
  EXPECT_EQ(aclrtFreeHost(host), 0);
}

TEST_F(MisuseTest, Tensors) {
  const int64_t dims[26] = {};
  const auto create = [&](const int64_t* view, uint64_t view_rank, const int64_t* storage,
                          uint64_t storage_rank) {
    return aclCreateTensor(view, view_rank, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, storage,
                           storage_rank, nullptr);
  };
  aclTensor* tensor = create(dims, 1, dims, 1);
  aclTensor* dead = create(dims, 1, dims, 1);
  ASSERT_EQ(aclDestroyTensor(dead), 0);
  alignas(64) char local[4096] = {};
  aclTensor* foreign = reinterpret_cast<aclTensor*>(local);
  float value = 0;
  aclScalar* dead_scalar = aclCreateScalar(&value, ACL_FLOAT);
  ASSERT_EQ(aclDestroyScalar(dead_scalar), 0);
  aclIntArray* dead_ints = aclCreateIntArray(dims, 2);
  ASSERT_EQ(aclDestroyIntArray(dead_ints), 0);
  aclFloatArray* dead_floats = aclCreateFloatArray(&value, 1);
  ASSERT_EQ(aclDestroyFloatArray(dead_floats), 0);
  aclBoolArray* dead_bools = aclCreateBoolArray(nullptr, 0);
  ASSERT_EQ(aclDestroyBoolArray(dead_bools), 0);
  aclTensorList* dead_tensors = aclCreateTensorList(nullptr, 0);
  ASSERT_EQ(aclDestroyTensorList(dead_tensors), 0);
  aclScalarList* dead_scalars = aclCreateScalarList(nullptr, 0);
  ASSERT_EQ(aclDestroyScalarList(dead_scalars), 0);

  int64_t* values = nullptr;
  int64_t offset;
  uint64_t count;
  aclFormat format;
  aclDataType dtype;
  void* address;
  constexpr int kNullTensor = 161001, kInvalid = 161002;
  const char* const not_live = "not a live";
  CheckAll({
      {CALL(
           aclInitTensor(nullptr, dims, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 1, nullptr)),
       kNullTensor,
       {"EZ1001", "tensor is a null"}},
      {CALL(aclInitTensor(dead, dims, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 1, nullptr)),
       kInvalid,
       {not_live}},
      {CALL(
           aclInitTensor(tensor, dims, 26, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 1, nullptr)),
       kInvalid,
       {"viewDimsNum is 26"}},
      {CALL(
           aclInitTensor(tensor, dims, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 26, nullptr)),
       kInvalid,
       {"storageDimsNum is 26"}},
      {CALL(aclDestroyTensor(dead)), kInvalid, {not_live}},
      {CALL(aclDestroyTensor(foreign)), kInvalid, {not_live}},
      {CALL(aclDestroyScalar(dead_scalar)), kInvalid, {not_live}},
      {CALL(aclDestroyIntArray(dead_ints)), kInvalid, {not_live}},
      {CALL(aclDestroyFloatArray(dead_floats)), kInvalid, {not_live}},
      {CALL(aclDestroyBoolArray(dead_bools)), kInvalid, {not_live}},
      {CALL(aclDestroyTensorList(dead_tensors)), kInvalid, {not_live}},
      {CALL(aclDestroyScalarList(dead_scalars)), kInvalid, {not_live}},
      {CALL(aclGetViewShape(nullptr, &values, &count)), kNullTensor, {"tensor is a null pointer"}},
      {CALL(aclGetViewShape(tensor, nullptr, &count)), kNullTensor, {"viewDims is a null pointer"}},
      {CALL(aclGetViewShape(tensor, &values, nullptr)),
       kNullTensor,
       {"viewDimsNum is a null pointer"}},
      {CALL(aclGetViewShape(dead, &values, &count)), kInvalid, {not_live}},
      {CALL(aclGetStorageShape(nullptr, &values, &count)),
       kNullTensor,
       {"tensor is a null pointer"}},
      {CALL(aclGetStorageShape(tensor, nullptr, &count)),
       kNullTensor,
       {"storageDims is a null pointer"}},
      {CALL(aclGetStorageShape(tensor, &values, nullptr)),
       kNullTensor,
       {"storageDimsNum is a null pointer"}},
      {CALL(aclGetStorageShape(foreign, &values, &count)), kInvalid, {not_live}},
      {CALL(aclGetViewStrides(nullptr, &values, &count)),
       kNullTensor,
       {"tensor is a null pointer"}},
      {CALL(aclGetViewStrides(tensor, nullptr, &count)),
       kNullTensor,
       {"stridesValue is a null pointer"}},
      {CALL(aclGetViewStrides(tensor, &values, nullptr)),
       kNullTensor,
       {"stridesNum is a null pointer"}},
      {CALL(aclGetViewStrides(dead, &values, &count)), kInvalid, {not_live}},
      {CALL(aclGetViewOffset(nullptr, &offset)), kNullTensor, {"tensor is a null pointer"}},
      {CALL(aclGetViewOffset(tensor, nullptr)), kNullTensor, {"offset is a null pointer"}},
      {CALL(aclGetViewOffset(dead, &offset)), kInvalid, {not_live}},
      {CALL(aclGetFormat(nullptr, &format)), kNullTensor, {"tensor is a null pointer"}},
      {CALL(aclGetFormat(tensor, nullptr)), kNullTensor, {"format is a null pointer"}},
      {CALL(aclGetFormat(dead, &format)), kInvalid, {not_live}},
      {CALL(aclGetDataType(nullptr, &dtype)), kNullTensor, {"tensor is a null pointer"}},
      {CALL(aclGetDataType(tensor, nullptr)), kNullTensor, {"dataType is a null pointer"}},
      {CALL(aclGetDataType(dead, &dtype)), kInvalid, {not_live}},
      {CALL(aclSetRawTensorAddr(nullptr, local)), kNullTensor, {"tensor is a null pointer"}},
      {CALL(aclSetRawTensorAddr(dead, local)), kInvalid, {not_live}},
      {CALL(aclGetRawTensorAddr(nullptr, &address)), kNullTensor, {"tensor is a null pointer"}},
      {CALL(aclGetRawTensorAddr(tensor, nullptr)), kNullTensor, {"addr is a null pointer"}},
      {CALL(aclGetRawTensorAddr(dead, &address)), kInvalid, {not_live}},
      {CALL(aclGetIntArraySize(nullptr, &count)), kNullTensor, {"array is a null pointer"}},
      {CALL(aclGetIntArraySize(dead_ints, &count)), kInvalid, {not_live}},
      {CALL(aclGetFloatArraySize(nullptr, &count)), kNullTensor, {"array is a null pointer"}},
      {CALL(aclGetFloatArraySize(dead_floats, &count)), kInvalid, {not_live}},
      {CALL(aclGetBoolArraySize(nullptr, &count)), kNullTensor, {"array is a null pointer"}},
      {CALL(aclGetBoolArraySize(dead_bools, &count)), kInvalid, {not_live}},
      {CALL(aclGetTensorListSize(nullptr, &count)), kNullTensor, {"tensorList is a null pointer"}},
      {CALL(aclGetTensorListSize(dead_tensors, &count)), kInvalid, {not_live}},
      {CALL(aclGetScalarListSize(nullptr, &count)), kNullTensor, {"scalarList is a null pointer"}},
      {CALL(aclGetScalarListSize(dead_scalars, &count)), kInvalid, {not_live}},
  });
  // Functions that answer with a null pointer.
  const aclTensor* const dead_element = dead;
  const auto is_null = [](const void* handle) { return handle == nullptr ? 1 : 0; };
  struct NullRow {
    std::function<int()> run;
    const char* words;
  };
  for (const NullRow& row : std::vector<NullRow>{
           {[&] { return is_null(create(nullptr, 1, dims, 1)); },
            "aclCreateTensor: viewDims, while viewDimsNum is not 0, is a null pointer"},
           {[&] { return is_null(create(dims, 1, nullptr, 1)); }, "aclCreateTensor: storageDims"},
           {[&] { return is_null(create(dims, 26, dims, 1)); },
            "viewDimsNum is 26; accepted are 0 to 25"},
           {[&] { return is_null(create(dims, 1, dims, 26)); },
            "storageDimsNum is 26; accepted are 0 to 25"},
           {[&] { return is_null(aclCreateScalar(nullptr, ACL_FLOAT)); },
            "aclCreateScalar: value is a null pointer"},
           {[&] { return is_null(aclCreateScalar(&value, ACL_INT4)); },
            "aclCreateScalar: dataType is 29"},
           {[&] { return is_null(aclCreateTensorList(&dead_element, 1)); }, "not a live tensor"}}) {
    std::thread([&] {
      EXPECT_EQ(row.run(), 1) << row.words;
      EXPECT_THAT(aclGetRecentErrMsg(), ::testing::HasSubstr(row.words));
    }).join();
  }
  for (const int result :
       {aclDestroyTensor(nullptr), aclDestroyScalar(nullptr), aclDestroyIntArray(nullptr),
        aclDestroyFloatArray(nullptr), aclDestroyBoolArray(nullptr), aclDestroyTensorList(nullptr),
        aclDestroyScalarList(nullptr)}) {
    EXPECT_EQ(result, 0) << "destroying null is no mistake";
  }
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
  EXPECT_EQ(values, nullptr);
}

}  // namespace
}  // namespace openaclnn
