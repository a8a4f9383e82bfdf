// The allocations behind aclrtMalloc and aclrtMallocHost, and the regions behind aclrtHostRegister.
// RegisterMemory may throw std::bad_alloc; then nothing is done. In a forked child there is no
// memory.
#ifndef OPENACLNN_RUNTIME_SCHEDULE_MEMORY_H_
#define OPENACLNN_RUNTIME_SCHEDULE_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "runtime/schedule/settings.h"

namespace openaclnn {

// True if all `bytes` bytes from `address` lie in one live allocation of device memory, or in one
// registered region. Cheap enough for every operand of every run.
bool IsDeviceMemory(const void* address, int64_t bytes);

// What aclrtMalloc or aclrtMallocHost gave out.
struct Allocation {
  uintptr_t begin;
  size_t bytes;          // as asked for
  const Device* device;  // nullptr: host memory
  bool mapped = false;   // by aclrtMapMem; neighbours are one allocation
  uint64_t born = 0;     // MemoryReleases() when it was made, or its addresses were reserved
};

// Changes whenever memory that was alive may be so no more.
uint64_t MemoryReleases();

// The live allocation in which the address lies.
std::optional<Allocation> FindAllocation(const void* address);

// Addresses of allocations are multiples of this. Clients carve their own blocks out of one
// allocation and count on at least 128; the vendor's blocks and workspaces are in units of 512.
inline constexpr size_t kMemoryAlignment = 512;

// Memory aligned to kMemoryAlignment, with undefined contents, for the device (nullptr: host
// memory). nullptr if the chip's or the machine's memory does not suffice.
void* AllocateMemory(size_t bytes, const Device* device);

// Releases the allocation that starts at the address. False if there is none of that kind (device
// or host), and nothing is done. Waits for all queued work once no look-up finds the allocation any
// more: another thread may have queued a captured model before, whose memory was still alive.
bool ReleaseMemory(void* address, bool device_memory);

// Counts bytes as allocated on a device; false, and nothing done, if the chip has no more.
bool BookMemory(const Device* device, size_t bytes);
void UnbookMemory(const Device* device, size_t bytes);

// What has been mapped at an address, which was reserved when MemoryReleases() was `born`; and what
// is about to be unmapped. They may throw std::bad_alloc; then nothing is done.
void AddMapped(void* address, size_t bytes, const Device* device, uint64_t born);
void RemoveMapped(void* address, size_t bytes);

// Memory of the program's own that devices may use from now on. Each address counts how often it
// was registered, and has the longest of its regions until the last is gone: whoever registered it
// last or for less may be the first to finish. False if no memory is that large.
bool RegisterMemory(void* address, size_t bytes);

// Whether a registered region starts at the address.
bool IsRegistered(const void* address);

// Ends one registration of the region that starts at the address, and waits as ReleaseMemory does.
// False if there is none, and nothing is done.
bool UnregisterMemory(void* address);

// Bytes allocated on a device, now and at most so far.
struct Usage {
  size_t bytes = 0;
  size_t peak = 0;
};
Usage MemoryUsage(const Device* device);

// Live allocations, of host and device, registered regions and virtual memory; for tests that look
// for leaks.
size_t LiveAllocations();

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_SCHEDULE_MEMORY_H_
