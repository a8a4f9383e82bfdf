#include "runtime/schedule/virtual_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <iterator>
#include <map>
#include <utility>

#include "absl/base/no_destructor.h"
#include "absl/base/thread_annotations.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "runtime/base/errors.h"
#include "runtime/base/format.h"
#include "runtime/handles/handle_pool.h"
#include "runtime/schedule/callback.h"
#include "runtime/schedule/context.h"
#include "runtime/schedule/memory.h"
#include "runtime/schedule/settings.h"

namespace openaclnn {

struct PhysicalMemory {
  const Device* const device;
  const size_t bytes;
  const int file;

  PhysicalMemory(const Device* device_in, size_t bytes_in, int file_in)
      : device(device_in), bytes(bytes_in), file(file_in) {}
  ~PhysicalMemory() {
    close(file);
    if (device != nullptr) UnbookMemory(device, bytes);
  }
};

namespace {

constexpr uint32_t kMaxPhysical = 1 << 16;

HandlePool<PhysicalMemory>& PhysicalPool() {
  static absl::NoDestructor<HandlePool<PhysicalMemory>> pool(kMaxPhysical);
  return *pool;
}

struct Mapping {
  size_t bytes;
  HandlePool<PhysicalMemory>::Owner physical;  // lives at least as long as the mapping
  uint64_t access = ACL_RT_MEM_ACCESS_FLAGS_READWRITE;
  bool ending = false;  // a call is unmapping it
};

struct Reservation {
  size_t bytes;
  uint64_t born;  // MemoryReleases() when it was made
};

struct Addresses {
  absl::Mutex mutex;
  std::map<uintptr_t, Reservation> reserved ABSL_GUARDED_BY(mutex);  // by begin
  std::map<uintptr_t, Mapping> mappings ABSL_GUARDED_BY(mutex);      // by begin
};

Addresses& All() {
  static absl::NoDestructor<Addresses> addresses;
  return *addresses;
}

uintptr_t Number(const void* address) { return reinterpret_cast<uintptr_t>(address); }

// The first entry of a map by begin that ends behind `begin`.
template <typename Map, typename Bytes>
auto FirstEndingAfter(Map& map, uintptr_t begin, const Bytes& bytes) {
  auto entry = map.upper_bound(begin);
  if (entry != map.begin() && begin - std::prev(entry)->first < bytes(std::prev(entry)->second))
    --entry;
  return entry;
}

int BadAddress(const char* function, const void* address, const char* problem) {
  return Fail(ACL_ERROR_RT_PARAM_INVALID,
              Format("%s: virPtr is %p, %s", function, address, problem));
}

constexpr char kNotMapped[] = "at which nothing is mapped; aclrtMapMem maps";

}  // namespace

int CreatePhysical(const char* function, const Device* device, size_t bytes,
                   PhysicalMemory** handle) {
  if (bytes % kMapGranularity != 0) {
    return Fail(ACL_ERROR_RT_PARAM_INVALID,
                absl::StrCat(function, ": size is ", bytes,
                             "; accepted are multiples of the granularity, ", kMapGranularity));
  }
  const auto out_of_memory = [&] {
    return Fail(ACL_ERROR_RT_MEMORY_ALLOCATION,
                absl::StrCat(function, ": out of memory for size ", bytes));
  };
  if (InForkedChild() || (device != nullptr && !BookMemory(device, bytes))) return out_of_memory();
  const int file = memfd_create("openaclnn", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0) {
    if (file >= 0) close(file);
    if (device != nullptr) UnbookMemory(device, bytes);
    return out_of_memory();
  }
  *handle = PhysicalPool().Create(device, bytes, file);
  if (*handle != nullptr) return ACL_SUCCESS;
  close(file);
  if (device != nullptr) UnbookMemory(device, bytes);
  return out_of_memory();
}

int DestroyPhysical(const char* function, PhysicalMemory* handle) {
  if (PhysicalPool().Destroy(handle)) return ACL_SUCCESS;
  return Fail(
      ACL_ERROR_RT_INVALID_HANDLE,
      Format("%s: handle is %p, which is no live physical memory; aclrtMallocPhysical makes it",
             function, handle));
}

int ReserveAddresses(const char* function, size_t bytes, void** address) {
  const auto out_of_memory = [&] {
    return Fail(ACL_ERROR_RT_MEMORY_ALLOCATION,
                absl::StrCat(function, ": there are no ", bytes, " bytes of addresses"));
  };
  if (InForkedChild() || bytes > SIZE_MAX - 2 * kMapGranularity) return out_of_memory();
  // Whole units, and one more to begin at a multiple of one.
  const size_t whole = (bytes + kMapGranularity - 1) / kMapGranularity * kMapGranularity;
  void* const place = mmap(nullptr, whole + kMapGranularity, PROT_NONE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED) return out_of_memory();
  const uintptr_t begin = (Number(place) + kMapGranularity - 1) / kMapGranularity * kMapGranularity;
  const size_t before = begin - Number(place);
  if (before > 0) munmap(place, before);
  if (before < kMapGranularity)
    munmap(reinterpret_cast<void*>(begin + whole), kMapGranularity - before);
  try {
    absl::MutexLock lock(&All().mutex);
    All().reserved.emplace(begin, Reservation{whole, MemoryReleases()});
  } catch (...) {
    munmap(reinterpret_cast<void*>(begin), whole);
    throw;
  }
  *address = reinterpret_cast<void*>(begin);
  return ACL_SUCCESS;
}

int ReleaseAddresses(const char* function, void* address) {
  if (InForkedChild()) return BadAddress(function, address, "in a forked process");
  Addresses& all = All();
  absl::MutexLock lock(&all.mutex);
  const auto reservation = all.reserved.find(Number(address));
  if (reservation == all.reserved.end()) {
    return BadAddress(function, address,
                      "at which no reservation begins; aclrtReserveMemAddress reserves");
  }
  const auto mapping = all.mappings.lower_bound(reservation->first);
  if (mapping != all.mappings.end() &&
      mapping->first - reservation->first < reservation->second.bytes) {
    return BadAddress(function, address, "where memory is still mapped; aclrtUnmapMem ends that");
  }
  munmap(address, reservation->second.bytes);
  all.reserved.erase(reservation);
  return ACL_SUCCESS;
}

int MapPhysical(const char* function, void* address, size_t bytes, PhysicalMemory* handle) {
  HandlePool<PhysicalMemory>::Owner physical = PhysicalPool().Pin(handle);
  if (physical == nullptr) {
    return Fail(
        ACL_ERROR_RT_INVALID_HANDLE,
        Format("%s: handle is %p, which is no live physical memory; aclrtMallocPhysical makes it",
               function, handle));
  }
  const uintptr_t begin = Number(address);
  if (bytes > physical->bytes || bytes % kMapGranularity != 0) {
    return Fail(
        ACL_ERROR_RT_PARAM_INVALID,
        absl::StrCat(function, ": size is ", bytes, "; accepted are multiples of ", kMapGranularity,
                     " up to the size of the physical memory, ", physical->bytes));
  }
  if (begin % kMapGranularity != 0)
    return BadAddress(function, address, "which is no multiple of the granularity, 2 MiB");
  Addresses& all = All();
  absl::MutexLock lock(&all.mutex);
  const auto reservation =
      FirstEndingAfter(all.reserved, begin, [](const Reservation& entry) { return entry.bytes; });
  if (reservation == all.reserved.end() || reservation->first > begin ||
      begin - reservation->first > reservation->second.bytes - bytes ||
      bytes > reservation->second.bytes) {
    return BadAddress(
        function, address,
        "from where the memory leaves what is reserved; aclrtReserveMemAddress reserves");
  }
  const auto next =
      FirstEndingAfter(all.mappings, begin, [](const Mapping& mapping) { return mapping.bytes; });
  if (next != all.mappings.end() && next->first < begin + bytes) {
    return BadAddress(function, address, "where other memory is mapped; aclrtUnmapMem ends that");
  }
  const PhysicalMemory& memory = *physical;
  const auto mapping = all.mappings.emplace(begin, Mapping{bytes, std::move(physical)}).first;
  const auto undo = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(all.mutex) {
    mmap(address, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    all.mappings.erase(mapping);
  };
  if (mmap(address, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, memory.file, 0) ==
      MAP_FAILED) {
    undo();
    return Fail(ACL_ERROR_RT_MEMORY_ALLOCATION,
                absl::StrCat(function, ": out of memory to map size ", bytes));
  }
  // Only advice: without huge pages everything works, a little slower.
  (void)madvise(address, bytes, MADV_HUGEPAGE);
  try {
    AddMapped(address, bytes, memory.device, reservation->second.born);
  } catch (...) {
    undo();
    throw;
  }
  return ACL_SUCCESS;
}

int UnmapPhysical(const char* function, void* address) {
  if (InForkedChild()) return BadAddress(function, address, "in a forked process");
  Addresses& all = All();
  const auto find = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(all.mutex) {
    const auto mapping = all.mappings.find(Number(address));
    return mapping == all.mappings.end() || mapping->second.ending ? nullptr : &mapping->second;
  };
  {
    absl::MutexLock lock(&all.mutex);
    if (find() == nullptr) return BadAddress(function, address, kNotMapped);
  }
  // Queued work of any device may still use the memory.
  OPENACLNN_RETURN_IF_ERROR(CheckMayWait(function));
  FinishAllWork();
  size_t bytes = 0;
  {
    absl::MutexLock lock(&all.mutex);
    Mapping* const mapping = find();
    if (mapping == nullptr) return BadAddress(function, address, kNotMapped);
    bytes = mapping->bytes;
    RemoveMapped(address, bytes);
    mapping->ending = true;
  }
  // Another thread may have queued a captured model meanwhile, whose memory was still alive.
  FinishAllWork();
  absl::MutexLock lock(&all.mutex);
  mmap(address, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  all.mappings.erase(Number(address));
  return ACL_SUCCESS;
}

int SetMapAccess(const char* function, void* address, size_t bytes, uint64_t flags) {
  Addresses& all = All();
  absl::MutexLock lock(&all.mutex);
  // Whole mappings, one after the other.
  const uintptr_t begin = Number(address);
  const auto first = all.mappings.find(begin);
  auto end = first;
  uintptr_t place = begin;
  while (end != all.mappings.end() && end->first == place && place - begin < bytes) {
    place += end->second.bytes;
    ++end;
  }
  if (first == all.mappings.end()) return BadAddress(function, address, kNotMapped);
  if (place - begin != bytes)
    return BadAddress(function, address,
                      "from where size covers something else than whole mappings");
  for (auto mapping = first; mapping != end; ++mapping) mapping->second.access = flags;
  return ACL_SUCCESS;
}

int GetMapAccess(const char* function, void* address, uint64_t* flags) {
  Addresses& all = All();
  absl::MutexLock lock(&all.mutex);
  const uintptr_t begin = Number(address);
  const auto mapping =
      FirstEndingAfter(all.mappings, begin, [](const Mapping& entry) { return entry.bytes; });
  if (mapping == all.mappings.end() || mapping->first > begin)
    return BadAddress(function, address, kNotMapped);
  *flags = mapping->second.access;
  return ACL_SUCCESS;
}

size_t LiveVirtualMemory() {
  Addresses& all = All();
  absl::MutexLock lock(&all.mutex);
  return PhysicalPool().LiveCount() + all.reserved.size() + all.mappings.size();
}

}  // namespace openaclnn
