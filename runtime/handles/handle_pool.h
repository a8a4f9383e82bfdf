// A typed pool of objects that are handed out to callers as opaque handles. It can tell of any
// value whether it is the handle of one of its live objects.
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
#include "runtime/base/errors.h"
#include "runtime/base/short_lock.h"

namespace openaclnn {

// Numbers of threads from 0 on, in the order in which they asked first.
inline uint32_t ThreadNumber() {
  static std::atomic<uint32_t> next{0};
  constexpr uint32_t kNoNumber = ~uint32_t{0};
  constinit thread_local uint32_t number = kNoNumber;
  if (number == kNoNumber) number = next.fetch_add(1, std::memory_order_relaxed);
  return number;
}

// A handle has the type T* but is not a pointer: its lower 48 bits are the address of the object
// and its upper 16 bits the tag of the object's generation. Only Find() and Pin() lead to the
// object; dereferencing a handle faults. So a handle that outlived its object is rejected until its
// slot has been used 2^16 times more. A pointer of the program itself, whose upper bits are 0, is
// never taken for a handle of a first-generation object.
//
// All slots lie in one range of addresses, reserved when the first object is made and never given
// back. So a handle is checked by arithmetic and one load from memory that is certainly ours,
// whatever its value is and whenever the object died. Memory is used only for slots that have been
// used. A freed slot waits until its thread has freed at least `quarantine` others, unless the pool
// is full.
//
// An object lives until its handle is destroyed and nobody pins it. Streams, events and contexts
// are pinned by each call that uses them, so that another thread may destroy them meanwhile.
// Tensors, scalars, arrays, lists and executors are not: they are for one thread at a time.
//
// In a forked child (InForkedChild) no handle is live and nothing can be created.
template <typename T>
class HandlePool {
 public:
  static constexpr uint32_t kQuarantine = 512;

  // At most `capacity` objects at a time.
  explicit HandlePool(uint32_t capacity, uint32_t quarantine = kQuarantine)
      : capacity_(capacity), quarantine_(quarantine) {}
  HandlePool(const HandlePool&) = delete;
  HandlePool& operator=(const HandlePool&) = delete;

  // Live objects end with the pool, which pinned and claimed ones must not outlive. Pools that
  // callers' handles come from live for ever (handles.h).
  ~HandlePool() {
    for (uint32_t i = 0; i < ready_.load(std::memory_order_relaxed); ++i) {
      if (IsLiveState(SlotAt(i)->state.load(std::memory_order_relaxed))) Object(SlotAt(i))->~T();
    }
    if (base_.load() != 0) munmap(reinterpret_cast<void*>(base_.load()), Bytes(capacity_));
  }

  // The handle of a new object; nullptr if the pool is full or the system has no memory. What the
  // constructor throws is passed on, and nothing is lost.
  template <typename... Args>
  T* Create(Args&&... args) {
    Slot* slot = Take();
    if (slot == nullptr) return nullptr;
    struct GiveBack {
      HandlePool* pool;
      Slot* slot;
      ~GiveBack() {
        if (slot != nullptr) pool->Give(slot);
      }
    } give_back = {this, slot};
    new (slot->bytes) T(std::forward<Args>(args)...);
    give_back.slot = nullptr;
    // Even to odd: alive, and held by the handle. Nobody else changes it while it is even.
    const uint64_t state = (Generation(slot) + uint64_t{1}) << kPinBits | 1;
    slot->state.store(state, std::memory_order_release);
    return HandleOf(slot, state);
  }

  // Ends the handle of a new object unless it is release()d: for what may fail after Create().
  struct EndHandle {
    HandlePool* pool;
    void operator()(T* handle) const { pool->Destroy(handle); }
  };
  using Draft = std::unique_ptr<T, EndHandle>;
  template <typename... Args>
  Draft CreateDraft(Args&&... args) {
    return Draft(Create(std::forward<Args>(args)...), {this});
  }
  // Its object, without a look-up: a draft that is not null is live.
  static T& ObjectOf(const Draft& draft) {
    return *std::launder(reinterpret_cast<T*>(AddressOf(draft.get())));
  }

  // The object of a handle, or nullptr for any value that is not the handle of a live object.
  // Lock-free.
  T* Find(const T* handle) const {
    Slot* slot = SlotOf(handle);
    return slot != nullptr && IsLiveHandle(slot->state.load(std::memory_order_acquire), handle)
               ? Object(slot)
               : nullptr;
  }
  bool IsLive(const T* handle) const { return Find(handle) != nullptr; }

  // Frees what it holds: the object ends with the last of its pins and its handle.
  struct Unpin {
    HandlePool* pool;
    void operator()(T* object) const { pool->Release(SlotOfObject(object)); }
  };
  using Owner = std::unique_ptr<T, Unpin>;

  // Keeps the object of a handle alive, or null as for Find(). Lock-free.
  Owner Pin(const T* handle) {
    Slot* slot = SlotOf(handle);
    if (slot == nullptr) return Owner(nullptr, {this});
    uint64_t state = slot->state.load(std::memory_order_relaxed);
    do {
      if (!IsLiveHandle(state, handle)) return Owner(nullptr, {this});
    } while (!slot->state.compare_exchange_weak(state, state + 1, std::memory_order_acquire,
                                                std::memory_order_relaxed));
    return Owner(Object(slot), {this});
  }

  // Ends the handle, but not yet the object, which the result holds. Null, and nothing done, if it
  // is not the handle of a live object; of several threads that claim the same handle one gets it.
  Owner Claim(const T* handle) {
    Slot* slot = SlotOf(handle);
    if (slot == nullptr) return Owner(nullptr, {this});
    uint64_t state = slot->state.load(std::memory_order_relaxed);
    do {
      if (!IsLiveHandle(state, handle)) return Owner(nullptr, {this});
    } while (!slot->state.compare_exchange_weak(state, state + (uint64_t{1} << kPinBits),
                                                std::memory_order_acq_rel,
                                                std::memory_order_relaxed));
    return Owner(Object(slot), {this});
  }

  // False, and nothing done, if it is not the handle of a live object; of several threads that
  // destroy the same object one gets true.
  bool Destroy(const T* handle) { return Claim(handle) != nullptr; }

  // A number that changes whenever the slot of an object gets another object or its handle ends;
  // odd while the handle lives. The object may have ended, but must have come from Find() or Pin().
  static uint32_t Generation(const T* object) { return Generation(SlotOfObject(object)); }

  // Number of objects, pinned and claimed ones included; for tests that look for leaks.
  size_t LiveCount() const {
    size_t live = ready_.load(std::memory_order_acquire);
    for (const FreedSlots& list : lists_) live -= list.count.load(std::memory_order_acquire);
    return live;
  }

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};
  struct Slot {
    // Generation and number of pins, one of which is the handle's own. Starts at 0, as fresh pages
    // do.
    std::atomic<uint64_t> state;
    uint32_t next_free;
    alignas(std::max<size_t>(alignof(T), 16)) unsigned char bytes[sizeof(T)];
  };
  // First in, first out. Threads have different lists, as long as there are enough, so that they
  // seldom wait for each other.
  struct alignas(64) FreedSlots {
    ShortLock lock;
    std::atomic<uint32_t> count{0};  // changes under the lock
    uint32_t first ABSL_GUARDED_BY(lock) = kNone;
    uint32_t last ABSL_GUARDED_BY(lock) = kNone;
  };
  static constexpr uint32_t kLists = 8;
  static constexpr int kPinBits = 32;
  static constexpr int kTagShift = 48;
  static constexpr uintptr_t kAddressMask = (uintptr_t{1} << kTagShift) - 1;
  static constexpr size_t kGrowBytes = size_t{1} << 16;
  static_assert(sizeof(uintptr_t) == 8, "handles carry a tag in the upper 16 of 64 bits");

  static uint32_t GenerationOf(uint64_t state) { return static_cast<uint32_t>(state >> kPinBits); }
  static uint32_t Generation(const Slot* slot) {
    return GenerationOf(slot->state.load(std::memory_order_acquire));
  }
  static bool IsLiveState(uint64_t state) { return (GenerationOf(state) & 1) != 0; }
  // Of live generations 1, 3, 5 ... the tags are 1, 2, 3 ...
  static uintptr_t TagOf(uint64_t state) {
    return static_cast<uint16_t>((GenerationOf(state) + 1) / 2);
  }
  static bool IsLiveHandle(uint64_t state, const T* handle) {
    return IsLiveState(state) && TagOf(state) == reinterpret_cast<uintptr_t>(handle) >> kTagShift;
  }
  static T* HandleOf(Slot* slot, uint64_t state) {
    return reinterpret_cast<T*>(reinterpret_cast<uintptr_t>(slot->bytes) | TagOf(state)
                                                                               << kTagShift);
  }
  static uintptr_t AddressOf(const T* handle) {
    return reinterpret_cast<uintptr_t>(handle) & kAddressMask;
  }
  static T* Object(Slot* slot) { return std::launder(reinterpret_cast<T*>(slot->bytes)); }
  // Whole pages, so that the protection of the last can be changed.
  static size_t Bytes(uint32_t slots) {
    return (size_t{slots} * sizeof(Slot) + kGrowBytes - 1) / kGrowBytes * kGrowBytes;
  }
  Slot* SlotAt(uint32_t index) const {
    return reinterpret_cast<Slot*>(base_.load(std::memory_order_relaxed) +
                                   size_t{index} * sizeof(Slot));
  }

  // The slot whose object would be at this address, if that slot has ever been taken.
  Slot* SlotAtAddress(uintptr_t address) const {
    const uint32_t ready = ready_.load(std::memory_order_acquire);
    const uintptr_t offset =
        address - offsetof(Slot, bytes) - base_.load(std::memory_order_relaxed);
    const uintptr_t index = offset / sizeof(Slot);
    return index < ready && index * sizeof(Slot) == offset ? SlotAt(static_cast<uint32_t>(index))
                                                           : nullptr;
  }
  // The slot of an object that is or was in the pool. Slots are never given back, so nothing is
  // checked.
  static Slot* SlotOfObject(const T* object) {
    return reinterpret_cast<Slot*>(reinterpret_cast<uintptr_t>(object) - offsetof(Slot, bytes));
  }
  Slot* SlotOf(const T* handle) const {
    if (InForkedChild()) return nullptr;
    return SlotAtAddress(AddressOf(handle));
  }

  // Gives up one pin. The last one ends the object: it goes after the handle's own.
  void Release(Slot* slot) {
    const uint64_t state = slot->state.load(std::memory_order_acquire);
    if (!IsLiveState(state) && static_cast<uint32_t>(state) == 1) {
      // Nobody else has a pin, and nobody gets one: no atomic subtraction is needed.
      slot->state.store(state - 1, std::memory_order_relaxed);
    } else if (static_cast<uint32_t>(slot->state.fetch_sub(1, std::memory_order_acq_rel)) != 1) {
      return;
    }
    Object(slot)->~T();
    Give(slot);
  }

  Slot* Take() {
    if (InForkedChild()) return nullptr;
    const uint32_t own = ThreadNumber();
    // The others as well, for threads may end what others make.
    for (uint32_t i = 0; i < kLists; ++i) {
      Slot* slot = TakeFreed(lists_[(own + i) % kLists], quarantine_);
      if (slot != nullptr) return slot;
    }
    if (Slot* slot = TakeNew(); slot != nullptr) return slot;
    for (FreedSlots& list : lists_) {
      Slot* slot = TakeFreed(list, 0);
      if (slot != nullptr) return slot;
    }
    return nullptr;
  }

  // The slot that was freed first, if more than `left` are there.
  Slot* TakeFreed(FreedSlots& list, uint32_t left) {
    if (list.count.load(std::memory_order_relaxed) <= left) return nullptr;
    const ShortLockHolder holder(list.lock);
    const uint32_t count = list.count.load(std::memory_order_relaxed);
    if (count <= left) return nullptr;
    Slot* const slot = SlotAt(list.first);
    list.first = slot->next_free;
    list.count.store(count - 1, std::memory_order_relaxed);
    return slot;
  }

  Slot* TakeNew() {
    const ShortLockHolder holder(lock_);
    const uint32_t ready = ready_.load(std::memory_order_relaxed);
    if (ready == capacity_ || !MakeUsable(ready + 1)) return nullptr;
    ready_.store(ready + 1, std::memory_order_release);
    return SlotAt(ready);
  }

  void Give(Slot* slot) {
    slot->next_free = kNone;
    const uint32_t index = static_cast<uint32_t>(slot - SlotAt(0));
    FreedSlots& list = lists_[ThreadNumber() % kLists];
    const ShortLockHolder holder(list.lock);
    const uint32_t count = list.count.load(std::memory_order_relaxed);
    if (count == 0) {
      list.first = index;
    } else {
      SlotAt(list.last)->next_free = index;
    }
    list.last = index;
    list.count.store(count + 1, std::memory_order_relaxed);
  }

  bool MakeUsable(uint32_t slots) ABSL_EXCLUSIVE_LOCKS_REQUIRED(lock_) {
    if (base_.load(std::memory_order_relaxed) == 0) {
      void* range = mmap(nullptr, Bytes(capacity_), PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (range == MAP_FAILED) return false;
      // No system gives such an address unless asked to.
      if ((reinterpret_cast<uintptr_t>(range) + Bytes(capacity_)) >> kTagShift != 0) {
        munmap(range, Bytes(capacity_));
        return false;
      }
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
  ShortLock lock_;
  size_t usable_ ABSL_GUARDED_BY(lock_) = 0;  // bytes that may be touched
  FreedSlots lists_[kLists];
};

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_HANDLES_HANDLE_POOL_H_
