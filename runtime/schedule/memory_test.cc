#include "runtime/schedule/memory.h"

#include <sys/mman.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "runtime/schedule/settings.h"

namespace openaclnn {
namespace {

const Device* TheDevice() { return &Devices()[0]; }

TEST(Memory, BoundsOfAnAllocation) {
  char* p = static_cast<char*>(AllocateMemory(100, TheDevice()));
  ASSERT_NE(p, nullptr);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(p) % 512, 0u);
  EXPECT_EQ(MemoryUsage(TheDevice()).bytes, 100u);
  for (int repeat = 0; repeat < 2; ++repeat) {  // the second time from what the thread remembers
    EXPECT_TRUE(IsDeviceMemory(p, 100));
    EXPECT_TRUE(IsDeviceMemory(p + 99, 1));
    EXPECT_TRUE(IsDeviceMemory(p + 99, 0));
    EXPECT_FALSE(IsDeviceMemory(p, 101));
    EXPECT_FALSE(IsDeviceMemory(p + 100, 0));
    EXPECT_FALSE(IsDeviceMemory(p - 1, 1));
    EXPECT_FALSE(IsDeviceMemory(p, -1));
    EXPECT_FALSE(IsDeviceMemory(nullptr, 0));
  }
  EXPECT_FALSE(ReleaseMemory(p + 1, true));
  EXPECT_FALSE(ReleaseMemory(p, false));
  EXPECT_TRUE(ReleaseMemory(p, true));
  EXPECT_FALSE(IsDeviceMemory(p, 1)) << "remembered too long";
  EXPECT_FALSE(ReleaseMemory(p, true));
  EXPECT_EQ(MemoryUsage(TheDevice()).bytes, 0u);
  EXPECT_EQ(LiveAllocations(), 0u);
}

TEST(Memory, EveryAllocationIsAligned) {
  for (const Device* device : {TheDevice(), static_cast<const Device*>(nullptr)}) {
    for (const size_t bytes : {1, 63, 64, 511, 512, 513, 4097, (2 << 20) - 1, 2 << 20}) {
      void* p = AllocateMemory(bytes, device);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(p) % 512, 0u) << bytes;
      EXPECT_TRUE(ReleaseMemory(p, device != nullptr));
    }
  }
}

TEST(Memory, HostMemoryIsNotDeviceMemory) {
  void* p = AllocateMemory(100, nullptr);
  EXPECT_FALSE(IsDeviceMemory(p, 1));
  EXPECT_TRUE(FindAllocation(p).has_value());
  EXPECT_TRUE(ReleaseMemory(p, false));
}

TEST(Memory, RegisteredRegions) {
  char own[100] = {};
  EXPECT_FALSE(IsDeviceMemory(own, 1));
  EXPECT_FALSE(IsRegistered(own));
  ASSERT_TRUE(RegisterMemory(own + 10, 50));
  EXPECT_TRUE(IsRegistered(own + 10));
  EXPECT_FALSE(IsRegistered(own + 11));
  EXPECT_TRUE(IsDeviceMemory(own + 10, 50));
  EXPECT_TRUE(IsDeviceMemory(own + 59, 1));
  EXPECT_FALSE(IsDeviceMemory(own + 9, 2));
  EXPECT_FALSE(IsDeviceMemory(own + 10, 51));
  EXPECT_FALSE(IsDeviceMemory(own + 60, 0));
  EXPECT_FALSE(FindAllocation(own + 10).has_value())
      << "copies to and from it are those of host memory";

  // Within another, and reaching further than a nearer one.
  ASSERT_TRUE(RegisterMemory(own + 20, 10));
  EXPECT_TRUE(IsDeviceMemory(own + 25, 35));
  EXPECT_FALSE(IsDeviceMemory(own + 25, 36));

  // The same address again, for less and for more.
  ASSERT_TRUE(RegisterMemory(own + 10, 5));
  EXPECT_TRUE(IsDeviceMemory(own + 10, 50));
  ASSERT_TRUE(RegisterMemory(own + 10, 70));
  EXPECT_TRUE(UnregisterMemory(own + 10));
  EXPECT_TRUE(UnregisterMemory(own + 10));
  EXPECT_TRUE(IsDeviceMemory(own + 10, 70));
  EXPECT_EQ(LiveAllocations(), 2u);
  EXPECT_TRUE(UnregisterMemory(own + 10));
  EXPECT_FALSE(UnregisterMemory(own + 10));
  EXPECT_FALSE(IsDeviceMemory(own + 10, 1));
  EXPECT_TRUE(IsDeviceMemory(own + 20, 10));
  EXPECT_TRUE(UnregisterMemory(own + 20));

  EXPECT_FALSE(RegisterMemory(own, SIZE_MAX - 10));
  EXPECT_EQ(LiveAllocations(), 0u);
}

// Whether the system will give an address huge pages ("VmFlags: rd wr ... hg").
bool IsAdvisedHuge(const void* address) {
  std::ifstream maps("/proc/self/smaps");
  bool inside = false;
  for (std::string line; std::getline(maps, line);) {
    uintptr_t begin = 0, end = 0;
    if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " ", &begin, &end) == 2) {
      const auto at = reinterpret_cast<uintptr_t>(address);
      inside = begin <= at && at < end;
    } else if (inside && line.starts_with("VmFlags:")) {
      return line.find(" hg") != std::string::npos;
    }
  }
  return false;
}

// Their first use takes a quarter of the time (//testing/attack:memory_benchmark).
TEST(Memory, LargeBlocksAreInHugePages) {
  constexpr size_t kBytes = size_t{5} << 20;
  void* own = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(own, MAP_FAILED);
  (void)madvise(own, kBytes, MADV_HUGEPAGE);  // a system may have none
  void* p = AllocateMemory(kBytes, TheDevice());
  ASSERT_NE(p, nullptr);
  EXPECT_EQ(IsAdvisedHuge(static_cast<char*>(p) + kBytes / 2), IsAdvisedHuge(own));
  EXPECT_TRUE(ReleaseMemory(p, true));
  munmap(own, kBytes);
}

TEST(Memory, LargeBlocksAndTooLargeOnes) {
  void* p = AllocateMemory(size_t{5} << 20, TheDevice());
  ASSERT_NE(p, nullptr);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(p) % (size_t{2} << 20), 0u);
  EXPECT_TRUE(ReleaseMemory(p, true));
  const size_t chip = static_cast<size_t>(TheDevice()->soc->hbm_bytes);
  EXPECT_EQ(AllocateMemory(chip + 1, TheDevice()), nullptr);
  EXPECT_EQ(AllocateMemory(SIZE_MAX - 10, nullptr), nullptr);
  EXPECT_EQ(AllocateMemory(size_t{1} << 50, nullptr), nullptr);
  EXPECT_EQ(MemoryUsage(TheDevice()).bytes, 0u);
}

TEST(Memory, PeakOfUsage) {
  const size_t before = MemoryUsage(TheDevice()).peak;
  void* p = AllocateMemory(before + 1000, TheDevice());
  EXPECT_TRUE(ReleaseMemory(p, true));
  void* q = AllocateMemory(10, TheDevice());
  EXPECT_EQ(MemoryUsage(TheDevice()).bytes, 10u);
  EXPECT_EQ(MemoryUsage(TheDevice()).peak, before + 1000);
  EXPECT_TRUE(ReleaseMemory(q, true));
}

TEST(Memory, ManyThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([] {
      for (int i = 1; i < 500; ++i) {
        char* p = static_cast<char*>(AllocateMemory(static_cast<size_t>(i), TheDevice()));
        p[i - 1] = 1;
        EXPECT_TRUE(IsDeviceMemory(p, i));
        EXPECT_FALSE(IsDeviceMemory(p, i + 1));
        EXPECT_TRUE(ReleaseMemory(p, true));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(LiveAllocations(), 0u);
}

}  // namespace
}  // namespace openaclnn
