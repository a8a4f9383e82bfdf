#include "runtime/schedule/memory.h"

#include <sys/mman.h>

#include <atomic>
#include <cstdlib>
#include <iterator>
#include <map>

#include "absl/base/no_destructor.h"
#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"

namespace openaclnn {
namespace {

constexpr size_t kAlignment = 64;
constexpr size_t kHugePage = size_t{2} << 20;

struct Registry {
  absl::Mutex mutex;
  std::map<uintptr_t, Allocation> live ABSL_GUARDED_BY(mutex);  // by begin
  absl::flat_hash_map<const Device*, size_t> used ABSL_GUARDED_BY(mutex);
  // Counts releases. What a thread remembers of an allocation is true as long as this has not moved.
  std::atomic<uint64_t> releases{0};
};

Registry& Memory() {
  static absl::NoDestructor<Registry> registry;
  return *registry;
}

bool Contains(const Allocation& allocation, uintptr_t address) { return address - allocation.begin < allocation.bytes; }

std::optional<Allocation> Lookup(Registry& registry, uintptr_t address) ABSL_SHARED_LOCKS_REQUIRED(registry.mutex) {
  auto next = registry.live.upper_bound(address);
  if (next == registry.live.begin()) return std::nullopt;
  const Allocation& allocation = std::prev(next)->second;
  return Contains(allocation, address) ? std::optional<Allocation>(allocation) : std::nullopt;
}

// The allocations a thread has met last. Programs run the same operands again and again, and then need no lock to find them.
struct Remembered {
  static constexpr size_t kEntries = 8;
  Allocation entries[kEntries] = {};
  size_t next = 0;
  uint64_t releases = 0;
};

}  // namespace

std::optional<Allocation> FindAllocation(const void* pointer) {
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

bool IsDeviceMemory(const void* address, int64_t bytes) {
  const std::optional<Allocation> allocation = FindAllocation(address);
  return allocation.has_value() && allocation->device != nullptr && bytes >= 0 &&
         static_cast<uint64_t>(bytes) <= allocation->bytes - (reinterpret_cast<uintptr_t>(address) - allocation->begin);
}

void* AllocateMemory(size_t bytes, const Device* device) {
  Registry& registry = Memory();
  const size_t alignment = bytes >= kHugePage ? kHugePage : kAlignment;
  if (bytes > SIZE_MAX - alignment) return nullptr;
  if (device != nullptr) {
    // Booked first, so that threads together cannot take more than the chip has.
    absl::MutexLock lock(&registry.mutex);
    size_t& used = registry.used[device];
    if (bytes > static_cast<size_t>(device->soc->hbm_bytes) - used) return nullptr;
    used += bytes;
  }
  void* address = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  // Only advice: without huge pages everything works, a little slower.
  if (address != nullptr && alignment == kHugePage) (void)madvise(address, bytes, MADV_HUGEPAGE);
  absl::MutexLock lock(&registry.mutex);
  if (address == nullptr) {
    if (device != nullptr) registry.used[device] -= bytes;
    return nullptr;
  }
  const uintptr_t begin = reinterpret_cast<uintptr_t>(address);
  registry.live[begin] = Allocation{begin, bytes, device};
  return address;
}

bool ReleaseMemory(void* address, bool device_memory) {
  Registry& registry = Memory();
  {
    absl::MutexLock lock(&registry.mutex);
    const auto found = registry.live.find(reinterpret_cast<uintptr_t>(address));
    if (found == registry.live.end() || (found->second.device != nullptr) != device_memory) return false;
    if (device_memory) registry.used[found->second.device] -= found->second.bytes;
    registry.live.erase(found);
    registry.releases.fetch_add(1, std::memory_order_release);
  }
  std::free(address);
  return true;
}

size_t AllocatedBytes(const Device* device) {
  Registry& registry = Memory();
  absl::MutexLock lock(&registry.mutex);
  const auto found = registry.used.find(device);
  return found == registry.used.end() ? 0 : found->second;
}

size_t LiveAllocations() {
  Registry& registry = Memory();
  absl::ReaderMutexLock lock(&registry.mutex);
  return registry.live.size();
}

}  // namespace openaclnn
