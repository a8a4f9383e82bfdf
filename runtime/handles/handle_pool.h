// A typed pool of objects that are handed out to callers as opaque pointers, and that can tell whether any pointer at all is one of its
// live objects.
#ifndef OPENACLNN_RUNTIME_HANDLES_HANDLE_POOL_H_
#define OPENACLNN_RUNTIME_HANDLES_HANDLE_POOL_H_

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace openaclnn {

// All slots lie in one range of addresses, reserved when the first object is made and never given back. So a pointer is checked by
// arithmetic and one load from memory that is certainly ours, whoever made the pointer up and whenever the object died. Memory is used only
// for slots that have been used.
//
// A freed slot waits until at least `quarantine` others have been freed, so that a handle used after its end meets a dead slot and not, by
// chance, a new object.
//
// Objects are not locked: a caller who destroys an object while another thread uses it makes the same mistake as with any pointer.
template <typename T>
class HandlePool {
 public:
  static constexpr uint32_t kQuarantine = 512;

  // At most `capacity` objects at a time.
  explicit HandlePool(uint32_t capacity, uint32_t quarantine = kQuarantine) : capacity_(capacity), quarantine_(quarantine) {}
  HandlePool(const HandlePool&) = delete;
  HandlePool& operator=(const HandlePool&) = delete;

  // Live objects end with the pool, which claimed ones must not outlive. Pools that callers' handles come from live for ever (handles.h).
  ~HandlePool() {
    for (uint32_t i = 0; i < ready_.load(std::memory_order_relaxed); ++i) {
      if (IsLiveGeneration(SlotAt(i)->generation.load(std::memory_order_relaxed))) Object(SlotAt(i))->~T();
    }
    if (base_.load() != 0) munmap(reinterpret_cast<void*>(base_.load()), Bytes(capacity_));
  }

  // nullptr if the pool is full or the system has no memory.
  template <typename... Args>
  T* Create(Args&&... args) {
    Slot* slot = Take();
    if (slot == nullptr) return nullptr;
    T* object = new (slot->bytes) T(std::forward<Args>(args)...);
    // Even to odd: alive. Nobody else changes it while it is even.
    slot->generation.store(slot->generation.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    return object;
  }

  struct Recycler {
    HandlePool* pool;
    void operator()(T* object) const {
      object->~T();
      pool->Give(pool->Find(object));
    }
  };
  using Owner = std::unique_ptr<T, Recycler>;

  // Ends the handle, but not yet the object, which now belongs to the caller. Null, and nothing done, if the pointer is not a live object;
  // of several threads that claim the same object one gets it.
  Owner Claim(const T* object) {
    Slot* slot = Find(object);
    if (slot == nullptr) return Owner(nullptr, {this});
    uint32_t generation = slot->generation.load(std::memory_order_acquire);
    const bool claimed =
        IsLiveGeneration(generation) && slot->generation.compare_exchange_strong(generation, generation + 1, std::memory_order_acq_rel);
    return Owner(claimed ? Object(slot) : nullptr, {this});
  }

  // False, and nothing done, if the pointer is not a live object; of several threads that destroy the same object one gets true.
  bool Destroy(const T* object) { return Claim(object) != nullptr; }

  // Lock-free, for any value of the pointer.
  bool IsLive(const T* object) const { return IsLiveGeneration(Generation(object)); }

  // A number that changes whenever the slot of a handle gets another object or loses its object; odd while there is one. 0 for a pointer
  // that is no slot.
  uint32_t Generation(const T* object) const {
    const Slot* slot = Find(object);
    return slot == nullptr ? 0 : slot->generation.load(std::memory_order_acquire);
  }

  // Number of objects, claimed ones included; for tests that look for leaks.
  size_t LiveCount() const {
    absl::MutexLock lock(&mutex_);
    return live_;
  }

 private:
  struct Slot {
    std::atomic<uint32_t> generation;  // starts at 0, as fresh pages do
    uint32_t next_free;
    alignas(std::max<size_t>(alignof(T), 16)) unsigned char bytes[sizeof(T)];
  };
  static constexpr uint32_t kNone = ~uint32_t{0};
  static constexpr size_t kGrowBytes = size_t{1} << 16;

  static bool IsLiveGeneration(uint32_t generation) { return (generation & 1) != 0; }
  static T* Object(Slot* slot) { return std::launder(reinterpret_cast<T*>(slot->bytes)); }
  // Whole pages, so that the protection of the last can be changed.
  static size_t Bytes(uint32_t slots) { return (size_t{slots} * sizeof(Slot) + kGrowBytes - 1) / kGrowBytes * kGrowBytes; }
  Slot* SlotAt(uint32_t index) const {
    return reinterpret_cast<Slot*>(base_.load(std::memory_order_relaxed) + size_t{index} * sizeof(Slot));
  }

  // The slot whose object would be at this address, if that slot has ever been taken.
  Slot* Find(const T* object) const {
    const uint32_t ready = ready_.load(std::memory_order_acquire);
    const uintptr_t offset = reinterpret_cast<uintptr_t>(object) - offsetof(Slot, bytes) - base_.load(std::memory_order_relaxed);
    const uintptr_t index = offset / sizeof(Slot);
    return index < ready && index * sizeof(Slot) == offset ? SlotAt(static_cast<uint32_t>(index)) : nullptr;
  }

  Slot* Take() {
    absl::MutexLock lock(&mutex_);
    const uint32_t ready = ready_.load(std::memory_order_relaxed);
    Slot* slot = nullptr;
    if (free_count_ > quarantine_ || (ready == capacity_ && free_count_ > 0)) {
      slot = SlotAt(first_free_);
      first_free_ = slot->next_free;
      --free_count_;
    } else if (ready < capacity_ && MakeUsable(ready + 1)) {
      slot = SlotAt(ready);
      ready_.store(ready + 1, std::memory_order_release);
    }
    if (slot != nullptr) ++live_;
    return slot;
  }

  void Give(Slot* slot) {
    absl::MutexLock lock(&mutex_);
    slot->next_free = kNone;
    const uint32_t index = static_cast<uint32_t>(slot - SlotAt(0));
    if (free_count_ == 0) {
      first_free_ = index;
    } else {
      SlotAt(last_free_)->next_free = index;
    }
    last_free_ = index;
    ++free_count_;
    --live_;
  }

  bool MakeUsable(uint32_t slots) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (base_.load(std::memory_order_relaxed) == 0) {
      void* range = mmap(nullptr, Bytes(capacity_), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (range == MAP_FAILED) return false;
      base_.store(reinterpret_cast<uintptr_t>(range), std::memory_order_relaxed);
    }
    const size_t needed = Bytes(slots);
    if (needed > usable_) {
      void* end = reinterpret_cast<void*>(base_.load(std::memory_order_relaxed) + usable_);
      if (mprotect(end, needed - usable_, PROT_READ | PROT_WRITE) != 0) return false;
      usable_ = needed;
    }
    return true;
  }

  const uint32_t capacity_;
  const uint32_t quarantine_;
  std::atomic<uintptr_t> base_{0};
  std::atomic<uint32_t> ready_{0};  // slots ever taken; published after base_
  mutable absl::Mutex mutex_;
  size_t usable_ ABSL_GUARDED_BY(mutex_) = 0;  // bytes that may be touched
  size_t live_ ABSL_GUARDED_BY(mutex_) = 0;
  uint32_t free_count_ ABSL_GUARDED_BY(mutex_) = 0;
  uint32_t first_free_ ABSL_GUARDED_BY(mutex_) = kNone;
  uint32_t last_free_ ABSL_GUARDED_BY(mutex_) = kNone;
};

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_HANDLES_HANDLE_POOL_H_
