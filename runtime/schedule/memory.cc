#include "runtime/schedule/memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <iterator>
#include <map>
#include <new>

#include "absl/base/no_destructor.h"
#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "runtime/base/errors.h"
#include "runtime/schedule/context.h"
#include "runtime/schedule/virtual_memory.h"

namespace openaclnn {
namespace {

constexpr size_t kHugePage = size_t{2} << 20;
// No process has so many addresses. Allocators that look for errors end one that asks for them.
constexpr size_t kTooMuch = size_t{1} << 47;

// Registered memory; unlike allocations, regions may overlap.
struct Region {
  size_t bytes;
  int64_t registrations;
};

struct Registry {
  absl::Mutex mutex;
  std::map<uintptr_t, Allocation> live ABSL_GUARDED_BY(mutex);  // by begin
  std::map<const Device*, Usage> used ABSL_GUARDED_BY(mutex);
  std::map<uintptr_t, Region> regions ABSL_GUARDED_BY(mutex);  // by begin
  // Counts releases. What a thread remembers of an allocation is true as long as this has not
  // moved.
  std::atomic<uint64_t> releases{0};
};

Registry& Memory() {
  static absl::NoDestructor<Registry> registry;
  return *registry;
}

bool Contains(const Allocation& allocation, uintptr_t address) {
  return address - allocation.begin < allocation.bytes;
}

std::optional<Allocation> Lookup(Registry& registry, uintptr_t address)
    ABSL_SHARED_LOCKS_REQUIRED(registry.mutex) {
  auto next = registry.live.upper_bound(address);
  if (next == registry.live.begin()) return std::nullopt;
  const Allocation& allocation = std::prev(next)->second;
  return Contains(allocation, address) ? std::optional<Allocation>(allocation) : std::nullopt;
}

// The allocations a thread has met last. Programs run the same operands again and again, and then
// need no lock to find them.
struct Remembered {
  static constexpr size_t kEntries = 8;
  Allocation entries[kEntries] = {};
  size_t next = 0;
  uint64_t releases = 0;
};

}  // namespace

std::optional<Allocation> FindAllocation(const void* pointer) {
  if (InForkedChild()) return std::nullopt;
  thread_local Remembered remembered;
  Registry& registry = Memory();
  const uintptr_t address = reinterpret_cast<uintptr_t>(pointer);
  const uint64_t releases = registry.releases.load(std::memory_order_acquire);
  if (remembered.releases == releases) {
    for (const Allocation& allocation : remembered.entries) {
      if (Contains(allocation, address)) return allocation;
    }
  } else {
    remembered = Remembered();
    remembered.releases = releases;
  }
  std::optional<Allocation> found;
  {
    absl::ReaderMutexLock lock(&registry.mutex);
    found = Lookup(registry, address);
  }
  if (found.has_value()) {
    remembered.entries[remembered.next] = *found;
    remembered.next = (remembered.next + 1) % Remembered::kEntries;
  }
  return found;
}

uint64_t MemoryReleases() { return Memory().releases.load(std::memory_order_acquire); }

bool IsDeviceMemory(const void* address, int64_t bytes) {
  if (bytes < 0 || InForkedChild()) return false;
  const uintptr_t begin = reinterpret_cast<uintptr_t>(address);
  const uint64_t size = static_cast<uint64_t>(bytes);
  const std::optional<Allocation> allocation = FindAllocation(address);
  if (allocation.has_value() && allocation->device != nullptr)
    return size <= allocation->bytes - (begin - allocation->begin);

  // An earlier region may reach further than the nearest one. Programs have few, as a rule those of
  // the calls that are under way.
  Registry& registry = Memory();
  absl::ReaderMutexLock lock(&registry.mutex);
  const auto next = registry.regions.upper_bound(begin);
  return std::any_of(registry.regions.begin(), next, [&](const auto& entry) {
    const auto& [start, region] = entry;
    return begin - start < region.bytes && size <= region.bytes - (begin - start);
  });
}

void* AllocateMemory(size_t bytes, const Device* device) {
  if (InForkedChild()) return nullptr;
  Registry& registry = Memory();
  const size_t alignment = bytes >= kHugePage ? kHugePage : kMemoryAlignment;
  if (bytes >= kTooMuch) return nullptr;
  // Booked first, so that threads together cannot take more than the chip has.
  if (device != nullptr && !BookMemory(device, bytes)) return nullptr;
  void* address = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  // Only advice: without huge pages everything works, a little slower.
  if (address != nullptr && alignment == kHugePage) (void)madvise(address, bytes, MADV_HUGEPAGE);
  if (address != nullptr) {
    const uintptr_t begin = reinterpret_cast<uintptr_t>(address);
    try {
      absl::MutexLock lock(&registry.mutex);
      registry.live[begin] = {.begin = begin,
                              .bytes = bytes,
                              .device = device,
                              .born = registry.releases.load(std::memory_order_relaxed)};
      return address;
    } catch (const std::bad_alloc&) {
      std::free(address);
    }
  }
  if (device != nullptr) UnbookMemory(device, bytes);
  return nullptr;
}

bool BookMemory(const Device* device, size_t bytes) {
  Registry& registry = Memory();
  absl::MutexLock lock(&registry.mutex);
  Usage& used = registry.used[device];
  if (bytes > static_cast<size_t>(device->soc->hbm_bytes) - used.bytes) return false;
  used.bytes += bytes;
  used.peak = std::max(used.peak, used.bytes);
  return true;
}

void UnbookMemory(const Device* device, size_t bytes) {
  Registry& registry = Memory();
  absl::MutexLock lock(&registry.mutex);
  registry.used.find(device)->second.bytes -= bytes;
}

void AddMapped(void* address, size_t bytes, const Device* device, uint64_t born) {
  Registry& registry = Memory();
  absl::MutexLock lock(&registry.mutex);
  Allocation run = {reinterpret_cast<uintptr_t>(address), bytes, device, /*mapped=*/true, born};
  const auto joins = [&](const Allocation& other) {
    return other.mapped && other.device == device;
  };
  const auto next = registry.live.lower_bound(run.begin);
  const auto previous = next == registry.live.begin() ? registry.live.end() : std::prev(next);
  const bool after = previous != registry.live.end() && joins(previous->second) &&
                     previous->second.begin + previous->second.bytes == run.begin;
  const bool before =
      next != registry.live.end() && joins(next->second) && run.begin + bytes == next->first;
  if (before) {
    run.bytes += next->second.bytes;
    run.born = std::min(run.born, next->second.born);
  }
  if (after) {
    previous->second.bytes += run.bytes;
    previous->second.born = std::min(run.born, previous->second.born);
  } else {
    registry.live.emplace(run.begin, run);
  }
  if (before) registry.live.erase(next);
  // What threads remember may have grown.
  registry.releases.fetch_add(1, std::memory_order_release);
}

void RemoveMapped(void* address, size_t bytes) {
  Registry& registry = Memory();
  absl::MutexLock lock(&registry.mutex);
  const uintptr_t begin = reinterpret_cast<uintptr_t>(address);
  const auto run = std::prev(registry.live.upper_bound(begin));
  const Allocation whole = run->second;
  const size_t before = begin - whole.begin;
  const size_t after = whole.bytes - before - bytes;
  if (after > 0)
    registry.live.emplace(
        begin + bytes, Allocation{begin + bytes, after, whole.device, /*mapped=*/true, whole.born});
  if (before > 0) {
    run->second.bytes = before;
  } else {
    registry.live.erase(run);
  }
  registry.releases.fetch_add(1, std::memory_order_release);
}

bool ReleaseMemory(void* address, bool device_memory) {
  if (InForkedChild()) return false;
  Registry& registry = Memory();
  {
    absl::MutexLock lock(&registry.mutex);
    const auto found = registry.live.find(reinterpret_cast<uintptr_t>(address));
    if (found == registry.live.end() || found->second.mapped ||
        (found->second.device != nullptr) != device_memory)
      return false;
    if (device_memory) registry.used[found->second.device].bytes -= found->second.bytes;
    registry.live.erase(found);
    registry.releases.fetch_add(1, std::memory_order_release);
  }
  FinishAllWork();
  std::free(address);
  return true;
}

bool RegisterMemory(void* address, size_t bytes) {
  const uintptr_t begin = reinterpret_cast<uintptr_t>(address);
  if (bytes > UINTPTR_MAX - begin || InForkedChild()) return false;
  Registry& registry = Memory();
  absl::MutexLock lock(&registry.mutex);
  Region& region = registry.regions.try_emplace(begin, Region{0, 0}).first->second;
  region.bytes = std::max(region.bytes, bytes);
  ++region.registrations;
  return true;
}

bool IsRegistered(const void* address) {
  if (InForkedChild()) return false;
  Registry& registry = Memory();
  absl::ReaderMutexLock lock(&registry.mutex);
  return registry.regions.contains(reinterpret_cast<uintptr_t>(address));
}

bool UnregisterMemory(void* address) {
  Registry& registry = Memory();
  {
    absl::MutexLock lock(&registry.mutex);
    const auto found = registry.regions.find(reinterpret_cast<uintptr_t>(address));
    if (found == registry.regions.end()) return false;
    if (--found->second.registrations == 0) registry.regions.erase(found);
    registry.releases.fetch_add(1, std::memory_order_release);
  }
  FinishAllWork();
  return true;
}

Usage MemoryUsage(const Device* device) {
  Registry& registry = Memory();
  absl::MutexLock lock(&registry.mutex);
  const auto found = registry.used.find(device);
  return found == registry.used.end() ? Usage() : found->second;
}

size_t LiveAllocations() {
  const size_t live_virtual = LiveVirtualMemory();
  Registry& registry = Memory();
  absl::ReaderMutexLock lock(&registry.mutex);
  return registry.live.size() + registry.regions.size() + live_virtual;
}

}  // namespace openaclnn
