// Copies, fills and releases through the C API.
#include "runtime/schedule/memory.h"

#include <atomic>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "gtest/gtest.h"
#include "runtime/schedule/stream.h"

namespace {

class MemoryTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(aclrtSetDevice(0), 0); }
  void TearDown() override {
    EXPECT_EQ(aclrtResetDevice(0), 0);
    EXPECT_EQ(openaclnn::LiveAllocations(), 0u);
  }
};

TEST_F(MemoryTest, ThereAndBack) {
  std::vector<int> in(1000), out(1000);
  for (int i = 0; i < 1000; ++i) in[static_cast<size_t>(i)] = i;
  void* device = nullptr;
  ASSERT_EQ(aclrtMalloc(&device, 4000, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(device) % 512, 0u);
  EXPECT_EQ(aclrtMemcpy(device, 4000, in.data(), 4000, ACL_MEMCPY_HOST_TO_DEVICE), 0);
  EXPECT_EQ(aclrtMemcpy(out.data(), 4000, device, 4000, ACL_MEMCPY_DEVICE_TO_HOST), 0);
  EXPECT_EQ(in, out);
  EXPECT_EQ(aclrtMemset(device, 4000, 0x1FF, 8), 0);
  EXPECT_EQ(aclrtMemcpy(out.data(), 4000, device, 12, ACL_MEMCPY_DEVICE_TO_HOST), 0);
  EXPECT_EQ(out[0], -1) << "the low 8 bits";
  EXPECT_EQ(out[1], -1);
  EXPECT_EQ(out[2], 2);
  EXPECT_EQ(aclrtMemcpy(device, 4000, device, 4000, ACL_MEMCPY_DEVICE_TO_DEVICE), 0);
  EXPECT_EQ(aclrtMemcpy(nullptr, 0, nullptr, 0, static_cast<aclrtMemcpyKind>(99)), 0)
      << "nothing to copy";
  EXPECT_EQ(aclrtFree(device), 0);
}

TEST_F(MemoryTest, AsyncCopiesAreInOrder) {
  void* device = nullptr;
  void* host = nullptr;
  ASSERT_EQ(aclrtMalloc(&device, 64, ACL_MEM_MALLOC_NORMAL_ONLY), 0);
  ASSERT_EQ(aclrtMallocHost(&host, 64), 0);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), 0);
  std::memset(host, 7, 64);
  EXPECT_EQ(aclrtMemcpyAsync(device, 64, host, 64, ACL_MEMCPY_HOST_TO_DEVICE, stream), 0);
  EXPECT_EQ(aclrtMemsetAsync(device, 64, 9, 32, stream), 0);
  char own[64] = {};
  // Memory of this thread's stack: complete when the call returns, and with it all that was queued
  // before.
  EXPECT_EQ(aclrtMemcpyAsync(own, 64, device, 64, ACL_MEMCPY_DEVICE_TO_HOST, stream), 0);
  EXPECT_EQ(own[0], 9);
  EXPECT_EQ(own[63], 7);
  EXPECT_EQ(aclrtDestroyStream(stream), 0);
  EXPECT_EQ(aclrtFreeHost(host), 0);
  EXPECT_EQ(aclrtFree(device), 0);
}

TEST_F(MemoryTest, FreeFinishesPendingWork) {
  void* device = nullptr;
  ASSERT_EQ(aclrtMalloc(&device, 64, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  bool wrote = false;
  ASSERT_EQ(openaclnn::EnqueueWork("test", nullptr, 1,
                                   [&]() -> openaclnn::WorkResult {
                                     std::memset(device, 1, 64);
                                     wrote = true;
                                     return {};
                                   }),
            0);
  EXPECT_FALSE(wrote);
  EXPECT_EQ(aclrtFree(device), 0);
  EXPECT_TRUE(wrote);
}

TEST_F(MemoryTest, RegisteredMemoryCanBeUsedUntilPendingWorkIsDone) {
  char own[64] = {};
  void* device = nullptr;
  ASSERT_EQ(aclrtHostRegister(own, 64, ACL_HOST_REGISTER_MAPPED, &device), 0);
  EXPECT_EQ(device, own);
  EXPECT_TRUE(openaclnn::IsDeviceMemory(own, 64));
  bool wrote = false;
  ASSERT_EQ(openaclnn::EnqueueWork("test", nullptr, 1,
                                   [&]() -> openaclnn::WorkResult {
                                     std::memset(own, 1, 64);
                                     wrote = true;
                                     return {};
                                   }),
            0);
  EXPECT_FALSE(wrote);
  EXPECT_EQ(aclrtHostUnregister(own), 0);
  EXPECT_TRUE(wrote);
  EXPECT_FALSE(openaclnn::IsDeviceMemory(own, 64));
}

TEST_F(MemoryTest, Rectangle) {
  const char in[] = "abc.def.ghi.";
  char out[12];
  std::memset(out, '-', 12);
  EXPECT_EQ(aclrtMemcpy2d(out, 3, in, 4, 2, 3, ACL_MEMCPY_HOST_TO_HOST), 0);
  EXPECT_EQ(std::string(out, 9), "ab-de-gh-");
  EXPECT_EQ(aclrtMemcpy2d(out, 3, in, 4, 0, 3, ACL_MEMCPY_HOST_TO_HOST), 0);
}

TEST_F(MemoryTest, RectanglesAreWorkOfAStream) {
  void* device = nullptr;
  ASSERT_EQ(aclrtMalloc(&device, 12, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  std::memcpy(device, "abc.def.ghi.", 12);
  void* host = nullptr;
  ASSERT_EQ(aclrtMallocHost(&host, 12), 0);
  std::memset(host, '-', 12);
  EXPECT_EQ(aclrtMemsetAsync(device, 12, 'x', 1, nullptr), 0);
  EXPECT_EQ(aclrtMemcpy2dAsync(host, 3, device, 4, 2, 3, ACL_MEMCPY_DEVICE_TO_HOST, nullptr), 0);
  EXPECT_EQ(std::string(static_cast<char*>(host), 9), "---------") << "nobody waited yet";
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  EXPECT_EQ(std::string(static_cast<char*>(host), 9), "xb-de-gh-");
  // Memory of the caller's own is complete when the call returns.
  char own[9] = {'-', '-', '-', '-', '-', '-', '-', '-', '-'};
  EXPECT_EQ(aclrtMemcpy2dAsync(own, 3, device, 4, 2, 3, ACL_MEMCPY_DEFAULT, nullptr), 0);
  EXPECT_EQ(std::string(own, 9), "xb-de-gh-");
  EXPECT_EQ(
      aclrtMemcpy2dAsync(nullptr, 0, nullptr, 0, 0, 3, static_cast<aclrtMemcpyKind>(9), nullptr),
      0);
  EXPECT_EQ(
      aclrtMemcpy2dAsync(nullptr, 0, nullptr, 0, 3, 0, static_cast<aclrtMemcpyKind>(9), nullptr),
      0);
  EXPECT_EQ(aclrtFreeHost(host), 0);
  EXPECT_EQ(aclrtFree(device), 0);
}

TEST_F(MemoryTest, Wishes) {
  aclrtMallocAttribute attributes[2] = {{ACL_RT_MEM_ATTR_MODULE_ID, {}},
                                        {ACL_RT_MEM_ATTR_DEVICE_ID, {}}};
  aclrtMallocConfig config = {attributes, 2}, none = {nullptr, 0};
  for (aclrtMallocConfig* wishes : {&config, &none, static_cast<aclrtMallocConfig*>(nullptr)}) {
    void* device = nullptr;
    ASSERT_EQ(aclrtMallocWithCfg(&device, 100, ACL_MEM_MALLOC_HUGE_FIRST, wishes), 0);
    EXPECT_TRUE(openaclnn::IsDeviceMemory(device, 100));
    EXPECT_EQ(aclrtFree(device), 0);
    ASSERT_EQ(aclrtMallocForTaskScheduler(&device, 100, ACL_MEM_MALLOC_HUGE_FIRST, wishes), 0);
    EXPECT_TRUE(openaclnn::IsDeviceMemory(device, 100));
    EXPECT_EQ(aclrtFree(device), 0);
    ASSERT_EQ(aclrtMallocHostWithCfg(&device, 100, wishes), 0);
    EXPECT_FALSE(openaclnn::IsDeviceMemory(device, 100));
    EXPECT_EQ(aclrtFreeHost(device), 0);
  }
}

TEST_F(MemoryTest, UsageByDevice) {
  aclrtMemUsageInfo before[2] = {}, usage[2] = {};
  size_t entries = 0;
  ASSERT_EQ(aclrtGetMemUsageInfo(0, before, 2, &entries), 0);
  EXPECT_EQ(entries, 1u);
  EXPECT_STREQ(before[0].name, "ACL");
  EXPECT_EQ(before[0].curMemSize, 0u);
  void* device = nullptr;
  ASSERT_EQ(aclrtMalloc(&device, before[0].memPeakSize + 8, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  ASSERT_EQ(aclrtGetMemUsageInfo(0, usage, 2, &entries), 0);
  EXPECT_EQ(usage[0].curMemSize, before[0].memPeakSize + 8);
  EXPECT_EQ(aclrtFree(device), 0);
  ASSERT_EQ(aclrtGetMemUsageInfo(0, usage, 2, &entries), 0);
  EXPECT_EQ(usage[0].curMemSize, 0u);
  EXPECT_EQ(usage[0].memPeakSize, before[0].memPeakSize + 8);
}

TEST_F(MemoryTest, Info) {
  size_t before = 0, after = 0, total = 0;
  EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &before, &total), 0);
  EXPECT_EQ(before, total);
  void* device = nullptr;
  ASSERT_EQ(aclrtMallocAlign32(&device, 1000, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &after, &total), 0);
  EXPECT_EQ(before - after, 1000u);
  EXPECT_EQ(aclrtFree(device), 0);
  ASSERT_EQ(aclrtMallocCached(&device, 1, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  EXPECT_EQ(aclrtFree(device), 0);
}

}  // namespace
