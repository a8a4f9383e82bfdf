// Every way to call the functions of virtual memory wrongly, by the rules of misuse_test.cc: the
// code, a message that begins with the function's name, and nothing changed.
#include <cstdint>
#include <functional>
#include <vector>

#include "acl/acl.h"
#include "gtest/gtest.h"
#include "runtime/acl/misuse.h"
#include "runtime/schedule/virtual_memory.h"

namespace openaclnn {
namespace {

// Virtual memory needs no context.
void CheckAll(const std::vector<Row>& rows) {
  for (const Row& row : rows) Check(row, nullptr);
}

constexpr int kDeviceId = 107001;
constexpr int kHandle = 107017;
constexpr int kNoMemory = 207001;
constexpr size_t kPiece = kMapGranularity;
constexpr auto kMinimum = ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM;

aclrtPhysicalMemProp OnDevice() {
  aclrtPhysicalMemProp prop = {};
  prop.memAttr = ACL_HBM_MEM_HUGE;
  prop.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
  return prop;
}

aclrtPhysicalMemProp With(const std::function<void(aclrtPhysicalMemProp&)>& change) {
  aclrtPhysicalMemProp prop = OnDevice();
  change(prop);
  return prop;
}

size_t Allocated() {
  aclrtMemUsageInfo usage = {};
  size_t entries = 0;
  EXPECT_EQ(aclrtGetMemUsageInfo(0, &usage, 1, &entries), 0);
  return usage.curMemSize;
}

TEST(VirtualMemoryMisuse, PropertiesOfPhysicalMemory) {
  size_t granularity = 77;
  aclrtDrvMemHandle handle = nullptr;
  struct Wrong {
    aclrtPhysicalMemProp prop;
    int code;
    const char* words;
  };
  for (Wrong wrong : {
           Wrong{With([](auto& p) { p.handleType = ACL_MEM_HANDLE_TYPE_POSIX; }), kNull,
                 "prop->handleType is 2; accepted is 0"},
           {With([](auto& p) { p.allocationType = static_cast<aclrtMemAllocationType>(1); }), kNull,
            "prop->allocationType is 1; accepted is 0"},
           {With([](auto& p) { p.location.type = ACL_MEM_LOCATION_TYPE_UNREGISTERED; }), kNull,
            "prop->location.type is 2"},
           {With([](auto& p) { p.location.type = ACL_MEM_LOCATION_TYPE_MANAGED; }), kNull,
            "prop->location.type is 3"},
           {With([](auto& p) { p.location.type = static_cast<aclrtMemLocationType>(5); }), kNull,
            "prop->location.type is 5; accepted is 0 (HOST), 1 (DEVICE) or 4 (HOST_NUMA)"},
           {With([](auto& p) { p.location.type = ACL_MEM_LOCATION_TYPE_HOST; }), kNull,
            "prop->memAttr is 4; accepted is memory of the host"},
           {With([](auto& p) { p.memAttr = ACL_DDR_MEM; }), kNull, "prop->memAttr is 0"},
           {With([](auto& p) { p.memAttr = ACL_DDR_MEM_HUGE; }), kNull,
            "prop->memAttr is 2; accepted is memory of the device"},
           {With([](auto& p) { p.memAttr = ACL_HBM_MEM; }), kNull, "prop->memAttr is 1"},
           {With([](auto& p) { p.memAttr = ACL_HBM_MEM_P2P_HUGE; }), kNull, "prop->memAttr is 8"},
           {With([](auto& p) { p.memAttr = static_cast<aclrtMemAttr>(18); }), kNull,
            "prop->memAttr is 18"},
           {With([](auto& p) { p.location.id = 4; }), kDeviceId, "deviceId is 4"},
           {With([](auto& p) { p.location.id = UINT32_MAX; }), kDeviceId, "deviceId is -1"},
       }) {
    CheckAll({
        {CALL(aclrtMemGetAllocationGranularity(&wrong.prop, kMinimum, &granularity)),
         wrong.code,
         {wrong.words}},
        {CALL(aclrtMallocPhysical(&handle, kPiece, &wrong.prop, 0)), wrong.code, {wrong.words}},
    });
  }
  aclrtPhysicalMemProp good = OnDevice();
  CheckAll({
      {CALL(aclrtMemGetAllocationGranularity(nullptr, kMinimum, &granularity)),
       kNull,
       {"prop is a null pointer"}},
      {CALL(aclrtMemGetAllocationGranularity(&good, kMinimum, nullptr)),
       kNull,
       {"granularity is a null pointer"}},
      {CALL(aclrtMemGetAllocationGranularity(&good, ACL_RT_MEM_ALLOC_GRANULARITY_UNDEF,
                                             &granularity)),
       kNull,
       {"option is 65535", "0 (MINIMUM) or 1 (RECOMMENDED)"}},
      {CALL(aclrtMallocPhysical(nullptr, kPiece, &good, 0)), kNull, {"handle is a null pointer"}},
      {CALL(aclrtMallocPhysical(&handle, kPiece, nullptr, 0)), kNull, {"prop is a null pointer"}},
      {CALL(aclrtMallocPhysical(&handle, 0, &good, 0)), kNull, {"size is 0"}},
      {CALL(aclrtMallocPhysical(&handle, kPiece, &good, 1)), kNull, {"flags is 1; accepted is 0"}},
      {CALL(aclrtMallocPhysical(&handle, kPiece + 1, &good, 0)),
       kParam,
       {"size is 2097153", "the granularity, 2097152"}},
      {CALL(aclrtMallocPhysical(&handle, size_t{65} << 30, &good, 0)),
       kNoMemory,
       {"out of memory"}},
  });
  EXPECT_EQ(granularity, 77u);
  EXPECT_EQ(handle, nullptr);
  EXPECT_EQ(Allocated(), 0u);
  EXPECT_EQ(openaclnn::LiveVirtualMemory(), 0u);
}

class VirtualMemoryMisuseTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const aclrtPhysicalMemProp prop = OnDevice();
    ASSERT_EQ(aclrtMallocPhysical(&physical_, 2 * kPiece, &prop, 0), 0);
    ASSERT_EQ(aclrtMallocPhysical(&dead_, kPiece, &prop, 0), 0);
    ASSERT_EQ(aclrtFreePhysical(dead_), 0);
    void* base = nullptr;
    ASSERT_EQ(aclrtReserveMemAddress(&base, 4 * kPiece, 0, nullptr, 1), 0);
    base_ = static_cast<char*>(base);
    // Only the second piece is mapped.
    ASSERT_EQ(aclrtMapMem(base_ + kPiece, kPiece, 0, physical_, 0), 0);
    base_[kPiece] = 5;
  }
  void TearDown() override {
    EXPECT_EQ(base_[kPiece], 5);
    EXPECT_EQ(Allocated(), 2 * kPiece);
    EXPECT_EQ(openaclnn::LiveVirtualMemory(), 3u);
    EXPECT_EQ(aclrtUnmapMem(base_ + kPiece), 0);
    EXPECT_EQ(aclrtFreePhysical(physical_), 0);
    EXPECT_EQ(aclrtReleaseMemAddress(base_), 0);
    EXPECT_EQ(openaclnn::LiveVirtualMemory(), 0u);
    EXPECT_EQ(Allocated(), 0u);
  }
  aclrtDrvMemHandle physical_ = nullptr, dead_ = nullptr;
  char* base_ = nullptr;
  char local_[8] = {};
};

TEST_F(VirtualMemoryMisuseTest, PhysicalMemoryAndAddresses) {
  void* out = nullptr;
  CheckAll({
      {CALL(aclrtFreePhysical(nullptr)), kNull, {"handle is a null pointer"}},
      {CALL(aclrtFreePhysical(dead_)), kHandle, {"no live physical memory", "aclrtMallocPhysical"}},
      {CALL(aclrtFreePhysical(local_)), kHandle, {"no live physical memory"}},
      {CALL(aclrtFreePhysical(base_)), kHandle, {"no live physical memory"}},
      {CALL(aclrtReserveMemAddress(nullptr, kPiece, 0, nullptr, 0)),
       kNull,
       {"virPtr is a null pointer"}},
      {CALL(aclrtReserveMemAddress(&out, 0, 0, nullptr, 0)), kNull, {"size is 0"}},
      {CALL(aclrtReserveMemAddress(&out, kPiece, 64, nullptr, 0)),
       kNull,
       {"alignment is 64; accepted is 0"}},
      {CALL(aclrtReserveMemAddress(&out, kPiece, 0, local_, 0)), kNull, {"expectPtr is"}},
      {CALL(aclrtReserveMemAddress(&out, kPiece, 0, nullptr, 2)),
       kNull,
       {"flags is 2; accepted is 0 or 1"}},
      {CALL(aclrtReserveMemAddress(&out, size_t{1} << 62, 0, nullptr, 0)),
       kNoMemory,
       {"4611686018427387904 bytes of addresses"}},
      {CALL(aclrtReserveMemAddress(&out, SIZE_MAX, 0, nullptr, 0)), kNoMemory, {"of addresses"}},
      {CALL(aclrtReleaseMemAddress(nullptr)), kNull, {"virPtr is a null pointer"}},
      {CALL(aclrtReleaseMemAddress(local_)), kParam, {"no reservation begins"}},
      {CALL(aclrtReleaseMemAddress(base_ + kPiece)), kParam, {"no reservation begins"}},
      {CALL(aclrtReleaseMemAddress(base_)), kParam, {"still mapped", "aclrtUnmapMem"}},
  });
  EXPECT_EQ(out, nullptr);
}

TEST_F(VirtualMemoryMisuseTest, Mappings) {
  CheckAll({
      {CALL(aclrtMapMem(nullptr, kPiece, 0, physical_, 0)), kNull, {"virPtr is a null pointer"}},
      {CALL(aclrtMapMem(base_, kPiece, 0, nullptr, 0)), kNull, {"handle is a null pointer"}},
      {CALL(aclrtMapMem(base_, 0, 0, physical_, 0)), kNull, {"size is 0"}},
      {CALL(aclrtMapMem(base_, kPiece, kPiece, physical_, 0)),
       kNull,
       {"offset is 2097152; accepted is 0"}},
      {CALL(aclrtMapMem(base_, kPiece, 0, physical_, 1)), kNull, {"flags is 1; accepted is 0"}},
      {CALL(aclrtMapMem(base_, kPiece, 0, dead_, 0)), kHandle, {"no live physical memory"}},
      {CALL(aclrtMapMem(base_, kPiece, 0, local_, 0)), kHandle, {"no live physical memory"}},
      {CALL(aclrtMapMem(base_, 3 * kPiece, 0, physical_, 0)),
       kParam,
       {"size is 6291456", "the size of the physical memory, 4194304"}},
      {CALL(aclrtMapMem(base_, kPiece + 512, 0, physical_, 0)), kParam, {"multiples of 2097152"}},
      {CALL(aclrtMapMem(base_ + 512, kPiece, 0, physical_, 0)),
       kParam,
       {"no multiple of the granularity"}},
      {CALL(aclrtMapMem(base_ + 3 * kPiece, 2 * kPiece, 0, physical_, 0)),
       kParam,
       {"leaves what is reserved"}},
      {CALL(aclrtMapMem(reinterpret_cast<void*>(kPiece), kPiece, 0, physical_, 0)),
       kParam,
       {"aclrtReserveMemAddress reserves"}},
      {CALL(aclrtMapMem(base_ + kPiece, kPiece, 0, physical_, 0)),
       kParam,
       {"other memory is mapped"}},
      {CALL(aclrtMapMem(base_, 2 * kPiece, 0, physical_, 0)), kParam, {"other memory is mapped"}},
      {CALL(aclrtUnmapMem(nullptr)), kNull, {"virPtr is a null pointer"}},
      {CALL(aclrtUnmapMem(base_)), kParam, {"nothing is mapped", "aclrtMapMem"}},
      {CALL(aclrtUnmapMem(base_ + kPiece + 512)), kParam, {"nothing is mapped"}},
      {CALL(aclrtUnmapMem(local_)), kParam, {"nothing is mapped"}},
      {CALL(aclrtFree(base_ + kPiece)), kParam, {"which is mapped", "aclrtUnmapMem"}},
  });
}

TEST_F(VirtualMemoryMisuseTest, Access) {
  char* const mapped = base_ + kPiece;
  aclrtMemLocation device = {0, ACL_MEM_LOCATION_TYPE_DEVICE}, fourth = device, managed = device;
  fourth.id = 3;
  managed.type = ACL_MEM_LOCATION_TYPE_MANAGED;
  aclrtMemAccessDesc read = {ACL_RT_MEM_ACCESS_FLAGS_READ, device, {}};
  aclrtMemAccessDesc write_only = {static_cast<aclrtMemAccessFlags>(2), device, {}};
  aclrtMemAccessDesc elsewhere = {ACL_RT_MEM_ACCESS_FLAGS_READ, fourth, {}};
  aclrtMemAccessDesc nowhere = {ACL_RT_MEM_ACCESS_FLAGS_READ, managed, {}};
  aclrtMemAccessDesc second_wrong[] = {read, write_only};
  uint64_t flags = 77;
  CheckAll({
      {CALL(aclrtMemSetAccess(nullptr, kPiece, &read, 1)), kNull, {"virPtr is a null pointer"}},
      {CALL(aclrtMemSetAccess(mapped, kPiece, nullptr, 1)), kNull, {"desc is a null pointer"}},
      {CALL(aclrtMemSetAccess(mapped, 0, &read, 1)), kNull, {"size is 0"}},
      {CALL(aclrtMemSetAccess(mapped, kPiece, &read, 0)), kNull, {"count is 0; accepted is 1"}},
      {CALL(aclrtMemSetAccess(mapped, kPiece, &write_only, 1)),
       kNull,
       {"desc->flags is 2", "0 (NONE), 1 (READ) or 3 (READWRITE)"}},
      {CALL(aclrtMemSetAccess(mapped, kPiece, second_wrong, 2)), kNull, {"desc->flags is 2"}},
      {CALL(aclrtMemSetAccess(mapped, kPiece, &elsewhere, 1)), kDeviceId, {"deviceId is 3"}},
      {CALL(aclrtMemSetAccess(mapped, kPiece, &nowhere, 1)), kNull, {"location.type is 3"}},
      {CALL(aclrtMemSetAccess(base_, kPiece, &read, 1)), kParam, {"nothing is mapped"}},
      {CALL(aclrtMemSetAccess(mapped + 1, kPiece, &read, 1)), kParam, {"nothing is mapped"}},
      {CALL(aclrtMemSetAccess(mapped, kPiece + 1, &read, 1)), kParam, {"whole mappings"}},
      {CALL(aclrtMemSetAccess(mapped, kPiece - 1, &read, 1)), kParam, {"whole mappings"}},
      {CALL(aclrtMemGetAccess(nullptr, &device, &flags)), kNull, {"virPtr is a null pointer"}},
      {CALL(aclrtMemGetAccess(mapped, nullptr, &flags)), kNull, {"location is a null pointer"}},
      {CALL(aclrtMemGetAccess(mapped, &device, nullptr)), kNull, {"flags is a null pointer"}},
      {CALL(aclrtMemGetAccess(mapped, &fourth, &flags)), kDeviceId, {"deviceId is 3"}},
      {CALL(aclrtMemGetAccess(mapped, &managed, &flags)), kNull, {"location.type is 3"}},
      {CALL(aclrtMemGetAccess(base_, &device, &flags)), kParam, {"nothing is mapped"}},
      {CALL(aclrtMemGetAccess(mapped + kPiece, &device, &flags)), kParam, {"nothing is mapped"}},
  });
  EXPECT_EQ(flags, 77u);
  EXPECT_EQ(aclrtMemGetAccess(mapped, &device, &flags), 0);
  EXPECT_EQ(flags, uint64_t{ACL_RT_MEM_ACCESS_FLAGS_READWRITE}) << "nothing has changed";
}

}  // namespace
}  // namespace openaclnn
