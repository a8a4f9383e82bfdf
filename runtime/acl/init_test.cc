// Initialisation counting, configuration, devices through the C API.
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

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
  EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_SATURATION), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  EXPECT_EQ(aclrtSetDevice(3), ACL_ERROR_RT_INVALID_DEVICEID);
  for (int id = 0; id < 3; ++id) EXPECT_EQ(aclrtResetDevice(id), 0);
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
  EXPECT_EQ(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_ERROR_RT_SYSPARAMOPT_NOT_SET);
  EXPECT_EQ(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 3), 0);
  EXPECT_EQ(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), 0);
  EXPECT_EQ(value, 3);
  EXPECT_EQ(aclrtResetDevice(0), 0);
}

}  // namespace
