// Virtual memory as clients use it: a pool that grows at the end of one large reservation.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "runtime/schedule/memory.h"
#include "runtime/schedule/stream.h"

namespace {

using openaclnn::IsDeviceMemory;

constexpr size_t kPiece = size_t{2} << 20;

aclrtPhysicalMemProp OnDevice() {
  aclrtPhysicalMemProp prop = {};
  prop.memAttr = ACL_HBM_MEM_HUGE;
  prop.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
  return prop;
}

size_t Allocated() {
  aclrtMemUsageInfo usage = {};
  size_t entries = 0;
  EXPECT_EQ(aclrtGetMemUsageInfo(0, &usage, 1, &entries), 0);
  return usage.curMemSize;
}

// Bytes of memory that the process has in use.
size_t Resident() {
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  long total = 0, resident = 0;
  EXPECT_EQ(std::fscanf(file, "%ld %ld", &total, &resident), 2);
  std::fclose(file);
  return static_cast<size_t>(resident) * 4096;
}

class VirtualMemoryTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(aclrtSetDevice(0), 0); }
  void TearDown() override {
    EXPECT_EQ(aclrtResetDevice(0), 0);
    EXPECT_EQ(openaclnn::LiveAllocations(), 0u);
    EXPECT_EQ(Allocated(), 0u);
  }
  static aclrtDrvMemHandle Physical(size_t pieces) {
    const aclrtPhysicalMemProp prop = OnDevice();
    aclrtDrvMemHandle handle = nullptr;
    EXPECT_EQ(aclrtMallocPhysical(&handle, pieces * kPiece, &prop, 0), 0);
    return handle;
  }
  static char* Reserve(size_t bytes) {
    void* base = nullptr;
    EXPECT_EQ(aclrtReserveMemAddress(&base, bytes, 0, nullptr, 1), 0);
    return static_cast<char*>(base);
  }
};

TEST_F(VirtualMemoryTest, Granularity) {
  size_t granularity = 0;
  aclrtPhysicalMemProp prop = OnDevice();
  for (const auto& [attr, bytes] : {std::pair(ACL_HBM_MEM_HUGE, kPiece),
                                    {ACL_HBM_MEM_NORMAL, kPiece},
                                    {ACL_MEM_NORMAL, kPiece},
                                    {ACL_MEM_P2P_HUGE, kPiece},
                                    {ACL_HBM_MEM_HUGE1G, size_t{1} << 30},
                                    {ACL_MEM_P2P_HUGE1G, size_t{1} << 30}}) {
    prop.memAttr = attr;
    EXPECT_EQ(
        aclrtMemGetAllocationGranularity(&prop, ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM, &granularity),
        0)
        << attr;
    EXPECT_EQ(granularity, bytes) << attr;
    EXPECT_EQ(aclrtMemGetAllocationGranularity(&prop, ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED,
                                               &granularity),
              0);
  }
}

TEST_F(VirtualMemoryTest, ReservationsTakeNoMemory) {
  const size_t before = Resident();
  size_t free_bytes = 0, total = 0, after = 0;
  ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free_bytes, &total), 0);
  char* const base = Reserve(free_bytes);  // 64 GiB
  EXPECT_EQ(reinterpret_cast<uintptr_t>(base) % kPiece, 0u);
  EXPECT_FALSE(IsDeviceMemory(base, 1));
  ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &after, &total), 0);
  EXPECT_EQ(after, free_bytes);
  EXPECT_LT(Resident(), before + (size_t{16} << 20));
  // Nor does physical memory, until it is written.
  const aclrtDrvMemHandle handle = Physical(10'000);
  ASSERT_EQ(aclrtMapMem(base, 10'000 * kPiece, 0, handle, 0), 0);
  EXPECT_EQ(Allocated(), 10'000 * kPiece);
  base[9'999 * kPiece] = 1;
  EXPECT_LT(Resident(), before + (size_t{16} << 20));
  EXPECT_EQ(aclrtUnmapMem(base), 0);
  EXPECT_EQ(aclrtFreePhysical(handle), 0);
  EXPECT_EQ(aclrtReleaseMemAddress(base), 0);
}

TEST_F(VirtualMemoryTest, APoolGrowsAtTheEndOfItsReservation) {
  char* const base = Reserve(size_t{60} << 30);
  std::vector<aclrtDrvMemHandle> handles;
  size_t bytes = 0;
  for (const size_t pieces : {1, 3, 2}) {
    const aclrtDrvMemHandle handle = Physical(pieces);
    ASSERT_EQ(aclrtMapMem(base + bytes, pieces * kPiece, 0, handle, 0), 0);
    handles.push_back(handle);
    EXPECT_TRUE(
        IsDeviceMemory(base, 1));  // so that this thread remembers the block before it grows
    bytes += pieces * kPiece;
    EXPECT_TRUE(IsDeviceMemory(base, static_cast<int64_t>(bytes))) << "neighbours are one block";
    EXPECT_FALSE(IsDeviceMemory(base, static_cast<int64_t>(bytes) + 1));
  }
  EXPECT_EQ(Allocated(), 6 * kPiece);
  // Across all pieces, as work and at once.
  EXPECT_EQ(aclrtMemsetAsync(base, bytes, 5, bytes, nullptr), 0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  EXPECT_EQ(base[0], 5);
  EXPECT_EQ(base[bytes - 1], 5);
  EXPECT_EQ(aclrtMemset(base + bytes - 1, 2, 0, 2), ACL_ERROR_RT_PARAM_INVALID)
      << "leaves the block";
  EXPECT_EQ(aclrtFree(base), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_THAT(aclGetRecentErrMsg(), ::testing::HasSubstr("which is mapped; aclrtUnmapMem"));
  EXPECT_EQ(aclrtReleaseMemAddress(base), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_THAT(aclGetRecentErrMsg(), ::testing::HasSubstr("still mapped"));

  // A hole in the middle.
  EXPECT_EQ(aclrtUnmapMem(base + kPiece), 0);
  EXPECT_TRUE(IsDeviceMemory(base, kPiece));
  EXPECT_FALSE(IsDeviceMemory(base, kPiece + 1));
  EXPECT_FALSE(IsDeviceMemory(base + kPiece, 1));
  EXPECT_TRUE(IsDeviceMemory(base + 4 * kPiece, 2 * kPiece));
  // Filled again: the pieces are one block, and the contents are those of the handle.
  EXPECT_EQ(aclrtMapMem(base + kPiece, 3 * kPiece, 0, handles[1], 0), 0);
  EXPECT_TRUE(IsDeviceMemory(base, 6 * kPiece));
  EXPECT_EQ(base[kPiece], 5);
  for (const size_t piece : {0, 1, 4}) EXPECT_EQ(aclrtUnmapMem(base + piece * kPiece), 0);
  for (const aclrtDrvMemHandle handle : handles) EXPECT_EQ(aclrtFreePhysical(handle), 0);
  EXPECT_EQ(aclrtReleaseMemAddress(base), 0);
}

TEST_F(VirtualMemoryTest, FreedWhileMappedItIsReleasedWhenUnmapped) {
  char* const base = Reserve(4 * kPiece);
  const aclrtDrvMemHandle handle = Physical(1);
  ASSERT_EQ(aclrtMapMem(base, kPiece, 0, handle, 0), 0);
  ASSERT_EQ(aclrtMapMem(base + 2 * kPiece, kPiece, 0, handle, 0), 0) << "one memory at two places";
  base[7] = 3;
  EXPECT_EQ(base[2 * kPiece + 7], 3);
  EXPECT_EQ(aclrtFreePhysical(handle), 0);
  EXPECT_EQ(aclrtFreePhysical(handle), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtMapMem(base + kPiece, kPiece, 0, handle, 0), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtUnmapMem(base), 0);
  EXPECT_EQ(base[2 * kPiece + 7], 3);
  EXPECT_EQ(Allocated(), kPiece);
  EXPECT_EQ(aclrtUnmapMem(base + 2 * kPiece), 0);
  EXPECT_EQ(Allocated(), 0u);
  EXPECT_EQ(aclrtReleaseMemAddress(base), 0);
}

TEST_F(VirtualMemoryTest, UnmappingFinishesPendingWork) {
  char* const base = Reserve(kPiece);
  const aclrtDrvMemHandle handle = Physical(1);
  ASSERT_EQ(aclrtMapMem(base, kPiece, 0, handle, 0), 0);
  bool wrote = false;
  ASSERT_EQ(openaclnn::EnqueueWork("test", nullptr, 1,
                                   [&]() -> openaclnn::WorkResult {
                                     std::memset(base, 1, kPiece);
                                     wrote = true;
                                     return {};
                                   }),
            0);
  EXPECT_FALSE(wrote);
  EXPECT_EQ(aclrtUnmapMem(base), 0);
  EXPECT_TRUE(wrote);
  EXPECT_EQ(aclrtFreePhysical(handle), 0);
  EXPECT_EQ(aclrtReleaseMemAddress(base), 0);
}

TEST_F(VirtualMemoryTest, TheHostHasPhysicalMemoryToo) {
  aclrtPhysicalMemProp prop = {};
  prop.memAttr = ACL_DDR_MEM_HUGE;
  aclrtDrvMemHandle handle = nullptr;
  ASSERT_EQ(aclrtMallocPhysical(&handle, kPiece, &prop, 0), 0);
  char* const base = Reserve(kPiece);
  ASSERT_EQ(aclrtMapMem(base, kPiece, 0, handle, 0), 0);
  EXPECT_FALSE(IsDeviceMemory(base, 1));
  EXPECT_TRUE(openaclnn::FindAllocation(base).has_value());
  EXPECT_EQ(Allocated(), 0u);
  EXPECT_EQ(aclrtUnmapMem(base), 0);
  EXPECT_EQ(aclrtFreePhysical(handle), 0);
  EXPECT_EQ(aclrtReleaseMemAddress(base), 0);
}

TEST_F(VirtualMemoryTest, AccessIsNoted) {
  char* const base = Reserve(2 * kPiece);
  const aclrtDrvMemHandle handle = Physical(1);
  for (const size_t piece : {0, 1})
    ASSERT_EQ(aclrtMapMem(base + piece * kPiece, kPiece, 0, handle, 0), 0);
  aclrtMemLocation location = {0, ACL_MEM_LOCATION_TYPE_DEVICE};
  uint64_t flags = 0;
  EXPECT_EQ(aclrtMemGetAccess(base + 5, &location, &flags), 0);
  EXPECT_EQ(flags, uint64_t{ACL_RT_MEM_ACCESS_FLAGS_READWRITE});
  aclrtMemAccessDesc desc = {ACL_RT_MEM_ACCESS_FLAGS_READ, location, {}};
  EXPECT_EQ(aclrtMemSetAccess(base, 2 * kPiece, &desc, 1), 0);
  EXPECT_EQ(aclrtMemGetAccess(base + 2 * kPiece - 1, &location, &flags), 0);
  EXPECT_EQ(flags, uint64_t{ACL_RT_MEM_ACCESS_FLAGS_READ});
  EXPECT_EQ(aclrtMemSetAccess(base, kPiece + 1, &desc, 1), ACL_ERROR_RT_PARAM_INVALID);
  for (const size_t piece : {0, 1}) EXPECT_EQ(aclrtUnmapMem(base + piece * kPiece), 0);
  EXPECT_EQ(aclrtMemGetAccess(base, &location, &flags), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtFreePhysical(handle), 0);
  EXPECT_EQ(aclrtReleaseMemAddress(base), 0);
}

}  // namespace
