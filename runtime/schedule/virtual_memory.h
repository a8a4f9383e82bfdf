// Physical memory without addresses, addresses without memory, and mapping the one at the other.
//
// Physical memory is a file in memory (memfd), so that it can be mapped more than once and keeps
// its contents; pages take room when they are first written. Reserved addresses take none. What is
// mapped is an allocation like any other (memory.h); neighbours count as one. Functions return the
// codes that acl_rt.h documents, with the message recorded.
#ifndef OPENACLNN_RUNTIME_SCHEDULE_VIRTUAL_MEMORY_H_
#define OPENACLNN_RUNTIME_SCHEDULE_VIRTUAL_MEMORY_H_

#include <cstddef>
#include <cstdint>

#include "acl/acl_rt.h"

namespace openaclnn {

// Sizes of physical memory, and addresses and sizes of mappings, are multiples of this.
inline constexpr size_t kMapGranularity = size_t{2} << 20;

struct PhysicalMemory;
struct Device;

// For the device, or for the host (nullptr).
int CreatePhysical(const char* function, const Device* device, size_t bytes,
                   PhysicalMemory** handle);
// Mappings stay as they are.
int DestroyPhysical(const char* function, PhysicalMemory* handle);

int ReserveAddresses(const char* function, size_t bytes, void** address);
int ReleaseAddresses(const char* function, void* address);

int MapPhysical(const char* function, void* address, size_t bytes, PhysicalMemory* handle);
int UnmapPhysical(const char* function, void* address);

// What programs say of the access to a mapping, which is not enforced.
int SetMapAccess(const char* function, void* address, size_t bytes, uint64_t flags);
int GetMapAccess(const char* function, void* address, uint64_t* flags);

// Physical memory, reservations and mappings that are alive, for tests that look for leaks.
size_t LiveVirtualMemory();

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_SCHEDULE_VIRTUAL_MEMORY_H_
