// Initialisation counting, configuration, devices through the C API.
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <utility>

#include "acl/acl.h"
#include "aclnn/aclnn_base.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace {

TEST(Init, CountsAndRepeats) {
  EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
  uint64_t count = 99;
  EXPECT_EQ(aclFinalizeReference(&count), ACL_ERROR_REPEAT_FINALIZE);
  EXPECT_EQ(count, 0u);
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(aclInit(nullptr), 0);
    EXPECT_EQ(aclInit(""), ACL_ERROR_REPEAT_INITIALIZE);
    EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
    EXPECT_EQ(aclFinalizeReference(&count), 0);
    EXPECT_EQ(count, 2u);
    if (round == 1) {
      EXPECT_EQ(aclFinalizeReference(nullptr), 0);
      EXPECT_EQ(aclFinalizeReference(&count), 0);
      EXPECT_EQ(count, 0u);
    } else {
      EXPECT_EQ(aclFinalize(), 0);
    }
    EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
  }
}

TEST(Init, AnotherConfigurationIsRefused) {
  const std::string path = ::testing::TempDir() + "/acl.json";
  std::ofstream(path) << R"({"openaclnn": {"devices": ["Ascend310P3"]}})";
  EXPECT_EQ(aclInit(nullptr), 0);
  EXPECT_EQ(aclFinalize(), 0);
  EXPECT_EQ(aclInit(path.c_str()), ACL_ERROR_INVALID_PARAM);
  EXPECT_STREQ(aclrtGetSocName(), "Ascend910B3");
  EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
  EXPECT_EQ(aclInit("/nonexistent"), ACL_ERROR_INVALID_FILE);
  EXPECT_EQ(aclInit(nullptr), 0);
  EXPECT_EQ(aclFinalize(), 0);
}

TEST(Init, Nothing) {
  EXPECT_EQ(aclnnInit(nullptr), 0);
  EXPECT_EQ(aclnnFinalize(), 0);
  int32_t major = 0, minor = 0, patch = -1;
  EXPECT_EQ(aclrtGetVersion(&major, &minor, &patch), 0);
  EXPECT_EQ(major, 1);
  EXPECT_EQ(minor, 17);
  EXPECT_EQ(patch, 0);
  aclrtRunMode mode = ACL_DEVICE;
  EXPECT_EQ(aclrtGetRunMode(&mode), 0);
  EXPECT_EQ(mode, ACL_HOST);
}

TEST(Device, ResetLeavesTheThreadItsDeviceForMemory) {
  void* memory = nullptr;
  std::thread([&] {
    EXPECT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtSetDevice(0), 0);
    EXPECT_EQ(aclrtResetDevice(0), 0);
    aclrtMallocConfig config = {};
    EXPECT_EQ(aclrtMallocWithCfg(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST, &config), 0);
    EXPECT_EQ(aclrtFree(memory), 0);
    EXPECT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  }).join();
  EXPECT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(aclrtFree(memory), 0);
}

TEST(Device, SetAndResetAreCounted) {
  int32_t device = -1;
  EXPECT_EQ(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(aclrtSetDevice(0), 0);
  EXPECT_EQ(aclrtSetDevice(0), 0);
  EXPECT_EQ(aclrtGetDevice(&device), 0);
  EXPECT_EQ(device, 0);
  aclrtContext context = nullptr, other = nullptr;
  EXPECT_EQ(aclrtGetCurrentContext(&context), 0);
  std::thread([&] {
    EXPECT_EQ(aclrtGetCurrentContext(&other), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtSetDevice(0), 0);
    EXPECT_EQ(aclrtGetCurrentContext(&other), 0);
    EXPECT_EQ(aclrtResetDevice(0), 0);
  }).join();
  EXPECT_EQ(context, other) << "the default context belongs to the process";
  EXPECT_EQ(aclrtResetDevice(0), 0);
  EXPECT_EQ(aclrtGetDevice(&device), 0);
  EXPECT_EQ(aclrtResetDevice(0), 0);
  EXPECT_EQ(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
  EXPECT_EQ(aclrtSetDevice(0), 0);
  EXPECT_EQ(aclrtSetDevice(0), 0);
  EXPECT_EQ(aclrtResetDeviceForce(0), 0);
  EXPECT_EQ(aclrtResetDeviceForce(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
}

TEST(Device, SeveralDevices) {
  setenv("OPENACLNN_DEVICES", "Ascend310P3,Ascend910B3,Ascend950PR_9599", 1);
  EXPECT_EQ(aclInit(nullptr), 0);
  uint32_t count = 0;
  EXPECT_EQ(aclrtGetDeviceCount(&count), 0);
  EXPECT_EQ(count, 3u);
  EXPECT_STREQ(aclrtGetSocName(), "Ascend310P3");
  aclrtFloatOverflowMode mode = ACL_RT_OVERFLOW_MODE_UNDEF;
  EXPECT_EQ(aclrtSetDevice(0), 0);
  EXPECT_EQ(aclrtGetDeviceSatMode(&mode), 0);
  EXPECT_EQ(mode, ACL_RT_OVERFLOW_MODE_SATURATION);
  EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_SATURATION), 0);
  EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  EXPECT_THAT(aclGetRecentErrMsg(), ::testing::HasSubstr("Ascend310P3 has only SATURATION"));
  EXPECT_EQ(aclrtSetDevice(1), 0);
  EXPECT_EQ(aclrtGetDeviceSatMode(&mode), 0);
  EXPECT_EQ(mode, ACL_RT_OVERFLOW_MODE_INFNAN);
  EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_SATURATION), 0);
  EXPECT_EQ(aclrtGetDeviceSatMode(&mode), 0);
  EXPECT_EQ(mode, ACL_RT_OVERFLOW_MODE_SATURATION);
  EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN), 0);
  EXPECT_EQ(aclrtSetDevice(2), 0);
  EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_SATURATION),
            ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  EXPECT_EQ(aclrtSetDevice(3), ACL_ERROR_RT_INVALID_DEVICEID);
  for (int id = 0; id < 3; ++id) EXPECT_EQ(aclrtResetDevice(id), 0);
  EXPECT_EQ(aclFinalize(), 0);
  unsetenv("OPENACLNN_DEVICES");
}

TEST(Device, WrongSettingsAreAnErrorOfTheCount) {
  setenv("OPENACLNN_DEVICES", "Ascend910Z", 1);
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_INVALID_PARAM);
  uint32_t count = 77;
  EXPECT_EQ(aclrtGetDeviceCount(&count), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(count, 77u);
  EXPECT_THAT(aclGetRecentErrMsg(), ::testing::HasSubstr("aclrtGetDeviceCount: OPENACLNN_DEVICES"));
  int32_t can = 77;
  EXPECT_EQ(aclrtCheckArchCompatibility("Ascend910B3", &can), ACL_ERROR_INTERNAL_ERROR);
  EXPECT_EQ(can, 77);
  setenv("OPENACLNN_DEVICES", "Ascend310P3", 1);
  EXPECT_EQ(aclInit(nullptr), 0);
  EXPECT_EQ(aclrtGetDeviceCount(&count), 0);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(aclFinalize(), 0);
  setenv("ASCEND_RT_VISIBLE_DEVICES", "0,1", 1);
  EXPECT_EQ(aclrtGetDeviceCount(&count), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(count, 1u);
  EXPECT_THAT(aclGetRecentErrMsg(), ::testing::HasSubstr("ASCEND_RT_VISIBLE_DEVICES"));
  unsetenv("ASCEND_RT_VISIBLE_DEVICES");
  EXPECT_EQ(aclInit(nullptr), 0);
  EXPECT_EQ(aclFinalize(), 0);
  unsetenv("OPENACLNN_DEVICES");
}

TEST(Device, VisibleDevicesAreNumberedFromZero) {
  setenv("OPENACLNN_DEVICES", "Ascend910B3,Ascend910B3,Ascend310P3", 1);
  setenv("ASCEND_RT_VISIBLE_DEVICES", "2,1", 1);
  EXPECT_EQ(aclInit(nullptr), 0);
  uint32_t count = 0;
  EXPECT_EQ(aclrtGetDeviceCount(&count), 0);
  EXPECT_EQ(count, 2u);
  EXPECT_STREQ(aclrtGetSocName(), "Ascend310P3");
  for (const auto& [device, physical] : {std::pair(0, 2), {1, 1}}) {
    int64_t value = -1;
    EXPECT_EQ(aclrtGetDeviceInfo(static_cast<uint32_t>(device), ACL_DEV_ATTR_PHY_CHIP_ID, &value),
              0);
    EXPECT_EQ(value, physical);
    int32_t current = -1;
    EXPECT_EQ(aclrtSetDevice(device), 0);
    EXPECT_EQ(aclrtGetDevice(&current), 0);
    EXPECT_EQ(current, device);
    EXPECT_EQ(aclrtResetDevice(device), 0);
  }
  EXPECT_EQ(aclrtSetDevice(2), ACL_ERROR_RT_INVALID_DEVICEID) << "hidden";
  EXPECT_EQ(aclFinalize(), 0);
  unsetenv("ASCEND_RT_VISIBLE_DEVICES");
  unsetenv("OPENACLNN_DEVICES");
}

TEST(Device, PropertiesAreThoseOfTheChip) {
  setenv("OPENACLNN_DEVICES", "Ascend910B3,Ascend310P3", 1);
  EXPECT_EQ(aclInit(nullptr), 0);
  const auto info = [](uint32_t device, aclrtDevAttr attr) {
    int64_t value = -1;
    EXPECT_EQ(aclrtGetDeviceInfo(device, attr, &value), 0);
    return value;
  };
  EXPECT_EQ(info(0, ACL_DEV_ATTR_AICORE_CORE_NUM), 20);
  EXPECT_EQ(info(0, ACL_DEV_ATTR_CUBE_CORE_NUM), 20);
  EXPECT_EQ(info(0, ACL_DEV_ATTR_VECTOR_CORE_NUM), 40);
  EXPECT_EQ(info(0, ACL_DEV_ATTR_LOCAL_MEM_PER_VECTOR_CORE), 192 << 10);
  EXPECT_EQ(info(0, ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE), int64_t{64} << 30);
  EXPECT_EQ(info(0, ACL_DEV_ATTR_L2_CACHE_SIZE), 192 << 20);
  EXPECT_EQ(info(0, ACL_DEV_ATTR_NPU_ARCH), 2201);
  EXPECT_EQ(info(1, ACL_DEV_ATTR_NPU_ARCH), 2002);
  EXPECT_EQ(info(1, ACL_DEV_ATTR_PHY_CHIP_ID), 1);
  EXPECT_EQ(info(1, ACL_DEV_ATTR_VECTOR_CORE_NUM), 7);
  EXPECT_EQ(info(1, ACL_DEV_ATTR_MAX_BLOCK_DIM_Z), 0);
  EXPECT_EQ(info(1, ACL_DEV_ATTR_SUPER_POD_DEVIDE_ID), 0);
  int32_t value = -1;
  EXPECT_EQ(aclrtGetDeviceCapability(1, ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV, &value), 0);
  EXPECT_EQ(value, 0);
  for (const auto& [name, compatible] :
       {std::pair("Ascend910B1", 1), {"Ascend310P3", 0}, {"no chip", 0}}) {
    EXPECT_EQ(aclrtCheckArchCompatibility(name, &value), 0);
    EXPECT_EQ(value, compatible) << name;
  }
  EXPECT_EQ(aclFinalize(), 0);
  unsetenv("OPENACLNN_DEVICES");
}

TEST(Device, PeerAccessHasADirection) {
  setenv("OPENACLNN_DEVICES", "Ascend910B3,Ascend910B3", 1);
  EXPECT_EQ(aclInit(nullptr), 0);
  int32_t value = -1;
  EXPECT_EQ(aclrtDeviceCanAccessPeer(&value, 0, 1), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(aclrtSetDevice(0), 0);
  EXPECT_EQ(aclrtDeviceCanAccessPeer(&value, 0, 1), 0);
  EXPECT_EQ(value, 1);
  EXPECT_EQ(aclrtDeviceCanAccessPeer(&value, 1, 0), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_THAT(aclGetRecentErrMsg(), ::testing::HasSubstr("the current context is one of device 0"));
  const auto status = [](int32_t device, int32_t peer) {
    int32_t enabled = -1;
    EXPECT_EQ(aclrtDevicePeerAccessStatus(device, peer, &enabled), 0);
    return enabled;
  };
  EXPECT_EQ(status(0, 1), 0);
  for (int repeat = 0; repeat < 2; ++repeat) EXPECT_EQ(aclrtDeviceEnablePeerAccess(1, 0), 0);
  EXPECT_EQ(status(0, 1), 1);
  EXPECT_EQ(status(1, 0), 0);
  EXPECT_EQ(aclrtDeviceDisablePeerAccess(1), 0);
  EXPECT_EQ(status(0, 1), 0);
  EXPECT_EQ(aclrtDeviceDisablePeerAccess(1), 0);

  // Memory of another device than the current one.
  aclrtMallocAttribute second = {ACL_RT_MEM_ATTR_DEVICE_ID, {}};
  second.value.deviceId = 1;
  aclrtMallocConfig config = {&second, 1};
  void* memory = nullptr;
  ASSERT_EQ(aclrtMallocWithCfg(&memory, 100, ACL_MEM_MALLOC_HUGE_FIRST, &config), 0);
  aclrtMemUsageInfo usage = {};
  size_t entries = 0;
  EXPECT_EQ(aclrtGetMemUsageInfo(1, &usage, 1, &entries), 0);
  EXPECT_EQ(usage.curMemSize, 100u);
  EXPECT_EQ(aclrtFree(memory), 0);
  EXPECT_EQ(aclFinalize(), 0);
  unsetenv("OPENACLNN_DEVICES");
}

TEST(Options, ProcessAndContext) {
  int64_t value = -1;
  EXPECT_EQ(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), 0);
  EXPECT_EQ(value, 0);
  EXPECT_EQ(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 2), 0);
  EXPECT_EQ(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), 0);
  EXPECT_EQ(value, 2);
  EXPECT_EQ(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 0), 0);
  EXPECT_EQ(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(aclrtSetDevice(0), 0);
  EXPECT_EQ(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value),
            ACL_ERROR_RT_SYSPARAMOPT_NOT_SET);
  EXPECT_EQ(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 3), 0);
  EXPECT_EQ(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), 0);
  EXPECT_EQ(value, 3);
  EXPECT_EQ(aclrtResetDevice(0), 0);
}

}  // namespace
