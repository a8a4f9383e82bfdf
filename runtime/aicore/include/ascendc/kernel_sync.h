// Blocks, pipes, events, barriers, atomics.
//
// The simulated core executes instructions in the order of the program. What flags and barriers
// order is what strict checks take for ordered (runtime/aicore/order.h). Flags are checked for
// their pairs: a WaitFlag without its SetFlag would wait forever.
#ifndef OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_SYNC_H_
#define OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_SYNC_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "runtime/aicore/core.h"
#include "runtime/aicore/include/ascendc/kernel_tensor.h"
#include "runtime/aicore/include/ascendc/kernel_types.h"
#include "runtime/aicore/memory.h"
#include "runtime/aicore/vector/half.h"

// NOLINTNEXTLINE(readability-identifier-naming): the vendor's names
enum pipe_t { PIPE_S, PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3, PIPE_ALL, PIPE_FIX };
enum event_t {
  EVENT_ID0,
  EVENT_ID1,
  EVENT_ID2,
  EVENT_ID3,
  EVENT_ID4,
  EVENT_ID5,
  EVENT_ID6,
  EVENT_ID7
};

namespace AscendC {

using TEventID = int8_t;

// The pipe that sets the flag, then the one that waits.
enum class HardEvent : uint8_t {
  MTE2_MTE1,
  MTE1_MTE2,
  MTE1_M,
  M_MTE1,
  MTE2_V,
  V_MTE2,
  MTE3_V,
  V_MTE3,
  M_V,
  V_M,
  V_V,
  MTE3_MTE1,
  MTE1_MTE3,
  MTE1_V,
  MTE2_M,
  M_MTE2,
  V_MTE1,
  M_FIX,
  FIX_M,
  MTE3_MTE2,
  MTE2_MTE3,
  S_V,
  V_S,
  S_MTE2,
  MTE2_S,
  S_MTE3,
  MTE3_S,
  MTE2_FIX,
  FIX_MTE2,
  FIX_S,
  M_S,
  FIX_MTE3,
  MTE1_FIX,
  FIX_MTE1,
  FIX_FIX,
  MAX,
};
static_assert(static_cast<int>(HardEvent::MAX) <= openaclnn::aicore::Core::kEventKinds);

namespace internal {

constexpr const char* EventName(HardEvent event) {
  constexpr const char* kNames[] = {
      "MTE2_MTE1", "MTE1_MTE2", "MTE1_M", "M_MTE1",   "MTE2_V",    "V_MTE2",    "MTE3_V",
      "V_MTE3",    "M_V",       "V_M",    "V_V",      "MTE3_MTE1", "MTE1_MTE3", "MTE1_V",
      "MTE2_M",    "M_MTE2",    "V_MTE1", "M_FIX",    "FIX_M",     "MTE3_MTE2", "MTE2_MTE3",
      "S_V",       "V_S",       "S_MTE2", "MTE2_S",   "S_MTE3",    "MTE3_S",    "MTE2_FIX",
      "FIX_MTE2",  "FIX_S",     "M_S",    "FIX_MTE3", "MTE1_FIX",  "FIX_MTE1",  "FIX_FIX"};
  static_assert(sizeof(kNames) / sizeof(kNames[0]) == static_cast<size_t>(HardEvent::MAX));
  return kNames[static_cast<size_t>(event)];
}

// The event from one pipe to another; MAX if there is none.
constexpr HardEvent EventBetween(pipe_t src, pipe_t dst) {
  constexpr std::string_view kPipes[] = {"S", "V", "M", "MTE1", "MTE2", "MTE3", "ALL", "FIX"};
  for (size_t event = 0; event < static_cast<size_t>(HardEvent::MAX); ++event) {
    const std::string_view name = EventName(static_cast<HardEvent>(event));
    const size_t cut = name.find('_');
    if (name.substr(0, cut) == kPipes[src] && name.substr(cut + 1) == kPipes[dst])
      return static_cast<HardEvent>(event);
  }
  return HardEvent::MAX;
}

}  // namespace internal

inline int64_t GetBlockIdx() { return openaclnn::aicore::Core::Current().block(); }
inline int64_t GetBlockNum() { return openaclnn::aicore::Core::Current().launch().blocks; }
inline int64_t GetSubBlockIdx() { return 0; }
inline int64_t GetSubBlockNum() { return 1; }

template <pipe_t pipe>
OPENACLNN_ASCENDC_FUNCTION void PipeBarrier() {
  using openaclnn::aicore::Core;
  using openaclnn::aicore::Pipe;
  static_assert(pipe != PIPE_S, "the scalar pipe is in order already");
  if constexpr (pipe == PIPE_V) Core::Current().Barrier(Pipe::kVector);
  if constexpr (pipe == PIPE_MTE2) Core::Current().Barrier(Pipe::kMte2);
  if constexpr (pipe == PIPE_MTE3) Core::Current().Barrier(Pipe::kMte3);
  if constexpr (pipe == PIPE_ALL) Core::Current().BarrierAll();
}

template <HardEvent event>
OPENACLNN_ASCENDC_FUNCTION void SetFlag(int32_t id) {
  openaclnn::aicore::Core::Current().SetFlag(static_cast<int>(event), internal::EventName(event),
                                             id);
}
template <HardEvent event>
OPENACLNN_ASCENDC_FUNCTION void WaitFlag(int32_t id) {
  openaclnn::aicore::Core::Current().WaitFlag(static_cast<int>(event), internal::EventName(event),
                                              id);
}

// SetFlag and WaitFlag of the event from `src` to `dst` under another name, with the same flags;
// also on products without those.
template <pipe_t src, pipe_t dst>
class TQueSync {
 public:
  void SetFlag(TEventID id) {
    openaclnn::aicore::Core::Current().SetFlag(static_cast<int>(kEvent),
                                               internal::EventName(kEvent), id, true);
  }
  void WaitFlag(TEventID id) {
    openaclnn::aicore::Core::Current().WaitFlag(static_cast<int>(kEvent),
                                                internal::EventName(kEvent), id, true);
  }

 private:
  static_assert(src != dst, "a pipe does not wait for itself");
  static constexpr HardEvent kEvent = internal::EventBetween(src, dst);
  static_assert(kEvent != HardEvent::MAX, "there is no event between these pipes");
};

// Waits until all blocks have come here.
template <bool isAIVOnly = true>
OPENACLNN_ASCENDC_FUNCTION void SyncAll() {
  openaclnn::aicore::Core& core = openaclnn::aicore::Core::Current();
  core.CheckHardwareBarrier();
  core.SyncAll(0);
}

// The form in software, for products without the one above: `workspace` is zero before the first
// call and, like `buffer`, has 32 bytes for each block. `cores`: the blocks 0 to cores - 1 take
// part; 0: all.
template <bool isAIVOnly = true>
OPENACLNN_ASCENDC_FUNCTION void SyncAll(const GlobalTensor<int32_t>& workspace,
                                        const LocalTensor<int32_t>& buffer,
                                        const int32_t cores = 0) {
  openaclnn::aicore::Core::Current().SoftwareSyncAll(workspace.span(), buffer.span(), cores);
}

namespace internal {

// The element type of copies that add, or take the extremum.
template <typename T>
constexpr openaclnn::aicore::Core::Atomic AtomicOf() {
  using enum openaclnn::aicore::Core::Atomic;
  if constexpr (std::is_same_v<T, float>) {
    return kFloat;
  } else if constexpr (std::is_same_v<T, openaclnn::aicore::Half>) {
    return kHalf;
  } else if constexpr (std::is_same_v<T, openaclnn::aicore::BFloat16>) {
    return kBfloat16;
  } else if constexpr (std::is_same_v<T, int32_t>) {
    return kInt32;
  } else if constexpr (std::is_same_v<T, int16_t>) {
    return kInt16;
  } else {
    static_assert(std::is_same_v<T, int8_t>,
                  "atomic copies: float, half, bfloat16_t, int32_t, int16_t or int8_t");
    return kInt8;
  }
}

}  // namespace internal

// Copies to global memory add from now on.
template <typename T>
OPENACLNN_ASCENDC_FUNCTION void SetAtomicAdd() {
  openaclnn::aicore::SetAtomic("SetAtomicAdd", internal::AtomicOf<T>(),
                               openaclnn::aicore::Core::AtomicOp::kAdd);
}
inline void SetAtomicNone() {
  openaclnn::aicore::Core::Current().set_atomic(openaclnn::aicore::Core::Atomic::kNone);
}

// The part of the workspace that is the kernel's own; the system has none here.
inline GM_ADDR GetUserWorkspace(GM_ADDR workspace) { return workspace; }

}  // namespace AscendC

#endif  // OPENACLNN_RUNTIME_AICORE_INCLUDE_ASCENDC_KERNEL_SYNC_H_
