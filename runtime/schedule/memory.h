// The allocations behind aclrtMalloc and aclrtMallocHost.
#ifndef OPENACLNN_RUNTIME_SCHEDULE_MEMORY_H_
#define OPENACLNN_RUNTIME_SCHEDULE_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "runtime/schedule/settings.h"

namespace openaclnn {

// True if all `bytes` bytes from `address` lie in one live allocation of device memory. Cheap enough for every operand of every run.
bool IsDeviceMemory(const void* address, int64_t bytes);

// What aclrtMalloc or aclrtMallocHost gave out.
struct Allocation {
  uintptr_t begin;
  size_t bytes;          // as asked for
  const Device* device;  // nullptr: host memory
};

// The live allocation in which the address lies.
std::optional<Allocation> FindAllocation(const void* address);

// Memory with 64-byte alignment and undefined contents, for the device (nullptr: host memory). nullptr if the chip's or the machine's
// memory does not suffice.
void* AllocateMemory(size_t bytes, const Device* device);

// Releases the allocation that starts at the address. False if there is none of that kind (device or host), and nothing is done.
bool ReleaseMemory(void* address, bool device_memory);

// Bytes allocated on a device.
size_t AllocatedBytes(const Device* device);

// Live allocations, of host and device; for tests that look for leaks.
size_t LiveAllocations();

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_SCHEDULE_MEMORY_H_
