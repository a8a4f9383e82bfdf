// What one simulated core knows while it runs a block: its unified buffer, queues, flags, checks
// and counters. kernel_operator.h is written against this header; kernels do not see it.
//
// Every instruction of Ascend C that touches memory is executed the same way:
//
//     Instruction add("Add", Pipe::kVector);
//     // Checked: live buffer, range, alignment, written before. All reads before the first write.
//     const auto* x = add.Read<float>("src0", src0.span(), bytes);
//     const auto* y = add.Read<float>("src1", src1.span(), bytes);
//     // Checked, and written from now on.
//     auto* z = add.Write<float>("dst", dst.span(), bytes);
//     ... compute ...
//     add.Done(count, bytes);  // counted and traced
//
// A failed check does not return: it leaves the block's fiber, and objects on its stack are not
// destroyed. So nothing that owns memory may be alive in a function that calls an Instruction or a
// Core.
#ifndef OPENACLNN_RUNTIME_AICORE_CORE_H_
#define OPENACLNN_RUNTIME_AICORE_CORE_H_

#include <signal.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "runtime/aicore/arch.h"
#include "runtime/aicore/byte_set.h"
#include "runtime/aicore/definedness.h"
#include "runtime/aicore/fiber.h"
#include "runtime/aicore/include/ascendc/kernel_types.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/meeting.h"
#include "runtime/aicore/message_part.h"
#include "runtime/aicore/order.h"
#include "runtime/aicore/registers.h"
#include "runtime/aicore/scalar_cache.h"
#include "runtime/aicore/settled.h"
#include "runtime/aicore/vector/half.h"
#include "runtime/products/products.h"

namespace openaclnn::aicore {

namespace vector {
struct Functions;
}

inline constexpr int64_t kBlockBytes = 32;    // the unit of the unified buffer
inline constexpr int64_t kRepeatBytes = 256;  // what the vector unit processes at once
inline constexpr int64_t kBlocksPerRepeat = kRepeatBytes / kBlockBytes;
inline constexpr int kMaxRepeats = 255;
inline constexpr int kMaxBuffers = 64;  // of one TPipe
inline constexpr size_t kStackBytes = size_t{1} << 20;
inline constexpr size_t kReserveBytes = size_t{256} << 10;  // of stack, for Ascend C functions only

// The part of the unified buffer a LocalTensor stands for.
struct LocalSpan {
  int64_t begin = 0;    // address in the unified buffer
  int64_t bytes = 0;    // negative after an offset beyond the end
  int32_t buffer = -1;  // the buffer it lies in; -1: none, the tensor came from nowhere
  uint32_t lease = 0;   // which AllocTensor gave the buffer out
  // The core's epoch in which all of it was found to be right (Core::IsRight); copies of it are as
  // right.
  mutable uint64_t checked = 0;

  // The rest of it, from that byte on.
  LocalSpan From(int64_t offset) const {
    return {.begin = begin + offset, .bytes = bytes - offset, .buffer = buffer, .lease = lease};
  }
  LocalSpan WithBytes(int64_t size) const {
    return {.begin = begin, .bytes = size, .buffer = buffer, .lease = lease};
  }
};

// Whether the first dst_bytes bytes of dst and src_bytes of src overlap, but do not both begin at
// the same byte and are equally long: then an element is read before it is written.
inline bool OverlapInPart(const LocalSpan& dst, int64_t dst_bytes, const LocalSpan& src,
                          int64_t src_bytes) {
  const bool apart = dst.begin + dst_bytes <= src.begin || src.begin + src_bytes <= dst.begin;
  return !apart && (dst.begin != src.begin || dst_bytes != src_bytes);
}

// The part of global memory a GlobalTensor stands for. Addresses are numbers so that an offset
// beyond the end is no pointer beyond the end.
struct GlobalSpan {
  uint64_t begin = 0;  // the tensor's first byte
  uint64_t base = 0;   // what SetGlobalBuffer was given
  uint64_t bytes = 0;  // from base, as SetGlobalBuffer was told
  bool bounded =
      false;  // false: it was not told; the kernel's argument that contains base limits the tensor
};

// Which lanes of an operand a mask/repeat instruction works on. Lane k of repeat r lies in block k
// / (32 / element_bytes) of the repeat.
struct Repeats {
  int64_t count = 0;
  int64_t block_stride = 1;   // in blocks
  int64_t repeat_stride = 8;  // in blocks
  int64_t element_bytes = 0;
  std::array<uint64_t, 2> mask = {};  // the lanes that take part, the same in every repeat

  bool Active(int64_t lane) const {
    return mask[static_cast<size_t>(lane / 64)] >> (lane % 64) & 1;
  }
  // Bytes from the operand's start.
  int64_t Offset(int64_t repeat, int64_t lane) const {
    const int64_t lanes = kBlockBytes / element_bytes;
    return (repeat * repeat_stride + lane / lanes * block_stride) * kBlockBytes +
           lane % lanes * element_bytes;
  }
  // From the operand's start to the end of its last active lane; 0 if there is none.
  int64_t Extent() const;
};

// One instruction in the trace.
struct TraceEvent {
  const char* name;
  Pipe pipe;
  Order::Span time;
  int64_t elements;
  int64_t bytes;
  const void* site;  // where the kernel called it
};

// The positions between which a queue hands buffers over: the first is filled by one pipe, and
// emptied into the second by another.
struct Passage {
  AscendC::TPosition src;
  AscendC::TPosition dst;

  constexpr AscendC::TPosition position() const {
    return src == AscendC::TPosition::GM ? dst : src;
  }
  Pipe filler() const {
    return src != AscendC::TPosition::GM && dst == AscendC::TPosition::GM ? Pipe::kVector
                                                                          : Pipe::kMte2;
  }
  Pipe user() const { return src == AscendC::TPosition::GM ? Pipe::kVector : Pipe::kMte3; }
  bool operator==(const Passage&) const = default;
};

class Core {
 public:
  // The core that runs the calling kernel. Ends the program if there is none: an Ascend C function
  // was called outside a kernel.
  static Core& Current();
  static bool InKernel();
  // The same for a function that kernels call, so that the place it returns to is in the kernel,
  // and in which the block cannot be suspended. A block may go on on another thread, so functions
  // that are inlined into kernels must not use it: the compiler remembers where the thread's
  // variable lies.
  ABSL_ATTRIBUTE_ALWAYS_INLINE static Core& CurrentOfThread() {
    if (ABSL_PREDICT_FALSE(current_ == nullptr || current_->StackIsUsedUp())) return Current();
    current_->site_ = __builtin_return_address(0);
    return *current_;
  }

  Core();
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;
  ~Core();

  // --- for launch.cc ---
  enum class State : uint8_t { kIdle, kAtBarrier, kEnded, kFailed };

  // The memory of one of the kernel's arguments.
  struct Argument {
    Launch::Tensor memory;
    bool shared = false;  // someone may write it: it or one that overlaps it is writable
  };

  // What a launch checks and records.
  struct Mode {
    bool strict = true;
    bool manual = false;  // only the kernel orders the pipes (Sync::kManual)
    bool timed = false;   // cycles are counted; strict only
    bool traced = false;  // and events kept
    int64_t cores = 1;    // that run blocks at the same time
    // Of undefined arguments, what all blocks had written before the last barrier; strict only.
    const ByteSet* written = nullptr;
  };

  // Prepares for one block. `memory` are the arguments the kernel may touch; it and *launch must
  // outlive the block.
  void Begin(const Launch* launch, absl::Span<const Argument> memory, int64_t block,
             const Mode& mode);
  // Runs the block until its end, a failure or a barrier.
  State Step(absl::Span<uint8_t* const> arguments);
  // Gives up a block that waits at a barrier.
  void Cancel();

  State state() const { return state_; }
  const std::string& failure() const { return failure_; }
  // Since the last step, and that for which the block waits.
  std::vector<Arrival>& arrivals() { return arrivals_; }
  const Meeting& awaited() const { return awaited_; }
  const void* site() const { return site_; }  // where the kernel called what ran last
  const Counters& counters() const { return counters_; }
  std::vector<TraceEvent>& trace() { return trace_; }
  int64_t block() const { return block_; }

  // Global memory touched since the last barrier; strict only.
  struct Access {
    uint64_t begin;
    uint64_t end;
    enum Kind : uint8_t { kRead, kWrite, kAtomic } kind;
    const char* instruction;
    const void* site;           // where the kernel called it
    bool in_cache = false;      // since before the last barrier, and not in memory yet
    Pipe pipe = Pipe::kScalar;  // that of the scalar unit writes whole lines of its cache
    uint32_t count = 0;         // its pipe's (Order)
  };
  std::vector<Access>& accesses() { return accesses_; }
  // Sorts them by kind and address and joins what touches; if counts matter, those of one count.
  static void Compact(std::vector<Access>& accesses, bool counts_matter);
  // They do once the block has set a flag for others.
  bool signals() const { return signals_others_; }

  // The element type SetAtomicAdd chose; copies to global memory add. The additions are done in the
  // order of blocks, when all have come to the next barrier or the end. They are done earlier if
  // the block itself looks at the sum. So the order in which blocks run cannot be seen.
  // SetAtomicMax and SetAtomicMin: likewise, with the extremum for the sum.
  enum class Atomic : uint8_t { kNone, kFloat, kHalf, kBfloat16, kInt32, kInt16, kInt8 };
  enum class AtomicOp : uint8_t { kAdd, kMax, kMin };
  struct PendingAdd {
    uint64_t address;
    Atomic type;
    AtomicOp op;
    std::vector<uint8_t> values;
  };
  std::vector<PendingAdd>& pending_adds() { return pending_adds_; }
  static void Apply(const std::vector<PendingAdd>& adds);

  // --- for kernel_operator.h ---
  const Launch& launch() const { return *launch_; }
  const Soc& soc() const { return *launch_->soc; }
  const Arch& arch() const { return *arch_; }
  bool strict() const { return mode_.strict; }
  bool saturates() const { return saturates_; }
  void set_saturates(bool saturates) { saturates_ = saturates; }
  bool SaturatesAtStart() const;
  VectorMask& mask() { return mask_; }
  ReduceRegisters& reduce_registers() { return reduce_registers_; }
  DeqScale& deq_scale() { return deq_scale_; }
  CrossCoreFlags& cross_core_flags() { return cross_core_flags_; }
  MergeCounts& merge_counts() { return merge_counts_; }
  const vector::Functions& functions() const { return *functions_; }

  // TPipe.
  void OpenPipe(void* pipe);
  void* pipe();
  void ClosePipe();
  void ResetPipe();
  // Returns the number of the (first) buffer.
  int32_t AddBuffers(const char* function, AscendC::TPosition position, int64_t count,
                     int64_t bytes);
  LocalSpan Whole(int32_t buffer) const;
  int64_t FreeUnifiedBuffer() const { return soc().unified_buffer_bytes - used_; }
  AscendC::TPosition PositionOf(const LocalSpan& span) const;
  // The buffer's bytes from that address on; of no buffer if it lies in none.
  LocalSpan SpanFrom(uint64_t address) const;

  // TQue. A queue is its number; depth 0 counts as 1.
  int32_t AddQueue(const Passage& passage, int64_t depth, int64_t buffers, int64_t bytes);
  LocalSpan Alloc(int32_t queue);
  // With the positions the queue was made with, or others.
  void EnQue(int32_t queue, const LocalSpan& span, const Passage* passage = nullptr);
  LocalSpan DeQue(int32_t queue, const Passage* passage = nullptr);
  void Free(int32_t queue, const LocalSpan& span);
  int64_t Queued(int32_t queue);
  int64_t Idle(int32_t queue);
  int64_t Vacant(int32_t queue);

  // Events: kinds are the enumerators of HardEvent.
  static constexpr int kEventKinds = 36;
  int8_t FetchEvent(int kind, const char* function, bool reserve);
  void ReleaseEvent(int kind, int8_t id);
  // `everywhere`: in the form that products without SetFlag and WaitFlag have, too.
  void SetFlag(int kind, const char* kind_name, int id, bool everywhere = false);
  void WaitFlag(int kind, const char* kind_name, int id, bool everywhere = false);
  // PipeBarrier.
  void Barrier(Pipe pipe);
  void BarrierAll();

  // All blocks meet, or only the first `participants` (0: all).
  void SyncAll(int64_t participants);
  void SoftwareSyncAll(const GlobalSpan& workspace, const LocalSpan& buffer, int64_t participants);
  void CheckHardwareBarrier();  // that the product has SyncAll() without arguments
  // The flags of CrossCoreSetFlag; no pipe: all.
  void Signal(const Meeting& meeting, std::optional<Pipe> pipe);
  // Suspends the block.
  void Await(const Meeting& meeting);
  void CheckCores(const char* instruction, int64_t blocks);  // that all can wait at once

  ScalarCache& cache() { return cache_; }
  Order& order() { return order_; }

  void set_atomic(Atomic atomic, AtomicOp op = AtomicOp::kAdd) {
    atomic_ = atomic;
    atomic_op_ = op;
  }
  Atomic atomic() const { return atomic_; }

  // SetSysWorkspace; at first the launch's workspace.
  void set_system_workspace(uint8_t* workspace) { system_workspace_ = workspace; }
  uint8_t* system_workspace() const { return system_workspace_; }

  void Print(absl::string_view text);
  // For messages that name the place themselves.
  void ForgetSite() { site_ = nullptr; }

  // The tiling data as a structure of that size; it lies aligned for every type.
  const void* Tiling(const void* address, int64_t bytes, const char* type);

  // Ends the block: kernel, block, instruction, operand and what is wrong become the message of the
  // launch.
  template <typename... Part>
  [[noreturn]] void Fail(const char* instruction, const char* operand, const Part&... parts) {
    RecordFailure(instruction, operand, {MessagePart(parts)...});
    Leave();
  }

 private:
  friend class Instruction;

  enum class BufferState : uint8_t { kFree, kAllocated, kQueued, kTaken };
  struct Buffer {
    int64_t begin;
    int64_t bytes;
    AscendC::TPosition position;
    BufferState state;  // of a TBuf: always kAllocated
    int32_t queue;      // -1: a TBuf
    uint32_t lease;
    Passage passage = {};  // what EnQue was given
  };
  // What one side of a queue signals to the other about a buffer; strict only.
  struct Signals {
    Order::Knowledge filled;  // from EnQue to DeQue
    Order::Knowledge freed;   // from FreeTensor to AllocTensor
  };
  struct Queue {
    Passage passage;
    int64_t depth;
    int32_t first_buffer;
    int32_t buffers;
    int32_t next;  // where AllocTensor looks first: strict, buffers take turns; fast, it is the one
                   // that is still in the cache
    std::vector<int32_t> fifo;
    AscendC::TPosition position() const { return passage.position(); }
  };
  struct Event {
    uint8_t set = 0;       // bit of every id whose flag is set
    uint8_t reserved = 0;  // bit of every id AllocEventID gave out
    const char* name = "";
  };
  static constexpr size_t kFirstCompaction = 4096;
  struct Expectation {
    const uint8_t* next;
    const uint8_t* end;
  };
  static constexpr size_t kMostExpected = 8;
  static constexpr int64_t kLeastExpected = 1024;  // bytes
  static constexpr uint64_t kMostPrefetched =
      16;  // lines, by an instruction: as many as a processor waits for at a time
  static constexpr int64_t kCacheLine = 64;

  void RecordFailure(const char* instruction, const char* operand,
                     std::initializer_list<MessagePart> what);
  [[noreturn]] void Leave();
  // A kernel that needs more than its stack fails in one of two places. The first Ascend C function
  // that it calls from beyond the stack fails, and has the reserve to do so: nothing of ours ever
  // runs out of stack while it holds a lock. Code of the kernel alone goes on to the guard, where
  // OnFault gives the block up.
  bool StackIsUsedUp() const {
    return static_cast<size_t>(static_cast<const uint8_t*>(__builtin_frame_address(0)) - reserve_) <
           kReserveBytes;
  }
  void RecordStackOverflow();
  // Prepares the calling thread, and once the process, for faults in the guard. All others are left
  // to the handler that was there before.
  static void WatchStack();
  static void OnFault(int signal, siginfo_t* info, void* context);
  void CheckEnd();  // what must be in order when a block ends
  void DropBuffers();
  void CheckEventId(const char* function, int id);
  void CheckFlags(const char* function, int id, bool everywhere);
  Queue& GetQueue(const char* function, int32_t queue);
  // That there is an event for one more of its buffers.
  void CheckEvents(const Queue& queue);
  // The queue's buffer with that tensor; fails if it is none of the queue's.
  Buffer& OwnBuffer(const char* function, Queue& queue, const LocalSpan& span);

  // The checks behind Instruction. Every operand of every instruction goes through the first: a
  // span that was right stays so until a buffer changes hands, which begins a new epoch.
  void CheckLocal(const char* instruction, const char* operand, const LocalSpan& span,
                  int64_t bytes, int64_t alignment) {
    if (ABSL_PREDICT_FALSE(!IsRight(span, bytes, alignment)))
      RefuseLocal(instruction, operand, span, bytes, alignment);
  }
  bool IsRight(const LocalSpan& span, int64_t bytes, int64_t alignment) {
    const bool known =
        span.checked == epoch_ && static_cast<uint64_t>(bytes) <= static_cast<uint64_t>(span.bytes);
    return ABSL_PREDICT_TRUE(known) || CheckSpan(span, bytes, alignment);
  }
  bool CheckSpan(const LocalSpan& span, int64_t bytes, int64_t alignment);
  // Says what is not right.
  [[noreturn]] void RefuseLocal(const char* instruction, const char* operand, const LocalSpan& span,
                                int64_t bytes, int64_t alignment);
  // Says which byte has not been written; strict only, as all below.
  void RefuseUndefined(const char* instruction, const char* operand, const LocalSpan& span,
                       int64_t offset, int64_t bytes);
  // Compares an access of `pipe` with those before it; fails if it is not ordered after one with
  // which it conflicts.
  void Touch(const char* instruction, const char* operand, Pipe pipe, const LocalSpan& span,
             int64_t offset, int64_t bytes, bool write);
  // The same, once for accesses that are settled. Read: whether all is defined, which may be
  // needed. Write: so that it is.
  enum class Undefined : uint8_t { kAllowed, kRefused };
  bool Read(const char* instruction, const char* operand, Pipe pipe, const LocalSpan& span,
            int64_t offset, int64_t bytes, Undefined undefined) {
    const Settled::Access access(pipe, span.begin + offset, bytes, false);
    return ABSL_PREDICT_TRUE(settled_.Has(access, Changes())) ||
           ReadNew(instruction, operand, pipe, span, offset, bytes, undefined);
  }
  bool ReadNew(const char* instruction, const char* operand, Pipe pipe, const LocalSpan& span,
               int64_t offset, int64_t bytes, Undefined undefined);
  void Write(const char* instruction, Pipe pipe, const LocalSpan& span, int64_t offset,
             int64_t bytes) {
    const Settled::Access access(pipe, span.begin + offset, bytes, true);
    if (ABSL_PREDICT_FALSE(!settled_.Has(access, Changes())))
      WriteNew(instruction, pipe, span, offset, bytes);
  }
  void WriteNew(const char* instruction, Pipe pipe, const LocalSpan& span, int64_t offset,
                int64_t bytes);
  uint64_t Changes() const { return order_.changes() + defined_.losses(); }
  void RecordOrder(const char* operand, const Order::Access& access, const Order::Access& earlier,
                   const char* where, uint64_t origin);
  [[noreturn]] void RefuseOrder(const char* operand, const Order::Access& access,
                                const Order::Access& earlier, const char* where, uint64_t origin);
  // The address of the byte `offset` from the tensor's start, checked; Global() also notes the
  // access.
  struct Located {
    uint8_t* address;
    const Argument* argument;
  };
  Located LocateGlobal(const char* instruction, const char* operand, const GlobalSpan& span,
                       int64_t offset, int64_t bytes, Access::Kind kind);
  uint8_t* Global(const char* instruction, const char* operand, const GlobalSpan& span,
                  int64_t offset, int64_t bytes, Access::Kind kind, Pipe pipe);
  void TouchGlobal(const char* instruction, const char* operand, Pipe pipe,
                   const Argument& argument, uint64_t begin, uint64_t end, Access::Kind kind);
  // What the data cache of the scalar unit and memory may have different.
  void CheckCache(const char* instruction, const char* operand, Pipe pipe, const Argument& argument,
                  uint64_t begin, uint64_t end, Access::Kind kind);
  // Of the bytes [begin, end) of an undefined argument the first that nobody has written, or end.
  uint64_t FirstUnwritten(uint64_t begin, uint64_t end) const;
  // The time an instruction took; `widest` is the size of the widest element, in bytes.
  void Time(const char* name, Pipe pipe, int64_t elements, int64_t bytes, int64_t widest);
  void FlushAtomics();
  void AddLater(uint8_t* to, const uint8_t* values, int64_t bytes);
  void Count(const char* name, Pipe pipe, int64_t elements, int64_t bytes, int64_t widest) {
    PipeCounters& counters = counters_[pipe];
    if (ABSL_PREDICT_FALSE(mode_.timed)) Time(name, pipe, elements, bytes, widest);
    ++counters.instructions;
    counters.elements += elements;
    counters.bytes += bytes;
    if (expected_ > 0) Prefetch();
  }

  // The block will probably copy these bytes soon. A chip copies while it computes; here each
  // instruction asks for some of the memory, so that most of it is in the cache when the copy
  // comes. It asks for as little as will do, since a processor that is asked for much at once stops
  // and waits: there will be as many vector instructions until then as there were between the
  // copies before.
  void Expect(const uint8_t* begin, int64_t bytes) {
    if (bytes < kLeastExpected || expected_ == kMostExpected) return;
    const int64_t instructions = counters_[Pipe::kVector].instructions;
    if (instructions > last_expected_at_) {
      const auto passed = static_cast<uint64_t>(instructions - last_expected_at_);
      if (expected_lines_ > 0)
        prefetched_ = std::min((expected_lines_ + passed - 1) / passed, kMostPrefetched);
      last_expected_at_ = instructions;
      expected_lines_ = 0;
    }
    expected_lines_ += static_cast<uint64_t>(bytes) / kCacheLine;
    expectations_[expected_++] = {begin, begin + bytes};
  }
  void Prefetch() {
    Expectation& last = expectations_[expected_ - 1];
    for (uint64_t i = 0; i < prefetched_; ++i, last.next += kCacheLine)
      __builtin_prefetch(last.next, 0, 2);  // beyond the end it does no harm
    if (last.next >= last.end) --expected_;
  }

  static constinit thread_local Core* current_;

  // Guard, reserve, stack and unified buffer, one mapping.
  uint8_t* mapping_ = nullptr;
  uint8_t* reserve_ = nullptr;
  uint8_t* unified_buffer_ = nullptr;
  Definedness defined_;
  bool computed_from_undefined_ = false;  // some bytes are undefined for that reason
  // The bytes an instruction used for itself although they belong to buffers.
  struct Clobbered {
    int64_t begin = 0;
    int64_t end = 0;
    const char* instruction = "";
  };
  Clobbered clobbered_;
  Order order_;
  Settled settled_;
  ScalarCache cache_;
  const void* site_ = nullptr;  // where the kernel called the function that is running

  const Launch* launch_ = nullptr;
  const Arch* arch_ = nullptr;
  const vector::Functions* functions_ = nullptr;
  absl::Span<const Argument> memory_;
  int64_t block_ = 0;
  Mode mode_;
  bool saturates_ = false;
  State state_ = State::kIdle;
  std::string failure_;

  uint8_t* system_workspace_ = nullptr;

  Meeting awaited_;
  std::vector<Arrival> arrivals_;
  bool signals_others_ = false;
  int64_t flags_set_ = 0;  // of both kinds, that nobody has waited for
  int64_t software_barriers_ = 0;

  void* pipe_ = nullptr;  // the kernel's TPipe while it exists
  int64_t used_ = 0;
  uint32_t next_lease_ = 0;
  std::vector<Buffer> buffers_;
  std::vector<Signals> signals_;  // of each
  uint64_t epoch_;                // of no other core
  std::vector<Queue> queues_;
  int32_t first_queue_ = 0;  // number of queues_[0]; those before it went with TPipe::Reset
  std::array<Event, kEventKinds> events_;
  std::array<std::array<Order::Knowledge, 8>, kEventKinds>
      flags_;  // what each carries if it is set
  VectorMask mask_;
  ReduceRegisters reduce_registers_;
  DeqScale deq_scale_;
  CrossCoreFlags cross_core_flags_ = {};
  MergeCounts merge_counts_ = {};
  Atomic atomic_ = Atomic::kNone;
  AtomicOp atomic_op_ = AtomicOp::kAdd;
  std::vector<PendingAdd> pending_adds_;
  std::vector<Access> accesses_;
  size_t next_compaction_ = kFirstCompaction;

  std::array<Expectation, kMostExpected> expectations_;
  size_t expected_ = 0;
  uint64_t expected_lines_ = 0;            // by copies with no vector instruction between them
  int64_t last_expected_at_ = 0;           // vector instructions before them
  uint64_t prefetched_ = kMostPrefetched;  // lines, by an instruction

  Counters counters_;
  int32_t events_timed_ = 0;
  std::vector<TraceEvent> trace_;

  // Why the kernel could not go on.
  bool out_of_memory_ = false;
  bool stack_overflow_ = false;
  std::unique_ptr<Fiber> fiber_;
};

// One instruction of the current core, from its checks to its count.
class Instruction {
 public:
  // `name` as in the API: "Add".
  // In a function for which Core::CurrentOfThread is.
  ABSL_ATTRIBUTE_ALWAYS_INLINE Instruction(const char* name, Pipe pipe)
      : Instruction(Core::CurrentOfThread(), name, pipe) {}
  Instruction(Core& core, const char* name, Pipe pipe) : core_(core), name_(name), pipe_(pipe) {}

  const char* name() const { return name_; }
  Core& core() { return core_; }
  const Soc& soc() const { return core_.soc(); }
  const Arch& arch() const { return core_.arch(); }
  // What becomes of results that are too large: true: the largest finite number, NaN to 0.
  bool saturates() const { return core_.saturates(); }

  // Operands in the unified buffer: the first `bytes` bytes, or the lanes of a mask/repeat form.
  // `alignment` is that of the operand's start, a power of two.
  template <typename T>
  const T* Read(const char* operand, const LocalSpan& span, int64_t bytes,
                int64_t alignment = kBlockBytes) {
    return reinterpret_cast<const T*>(ReadBytes(operand, span, bytes, alignment));
  }
  template <typename T>
  T* Write(const char* operand, const LocalSpan& span, int64_t bytes,
           int64_t alignment = kBlockBytes) {
    return reinterpret_cast<T*>(WriteBytes(operand, span, bytes, alignment));
  }
  template <typename T>
  const T* Read(const char* operand, const LocalSpan& span, const Repeats& repeats) {
    return reinterpret_cast<const T*>(ReadLanes(operand, span, repeats));
  }
  template <typename T>
  T* Write(const char* operand, const LocalSpan& span, const Repeats& repeats) {
    return reinterpret_cast<T*>(WriteLanes(operand, span, repeats));
  }

  // Operands in global memory, `offset` bytes from the tensor's start.
  const uint8_t* ReadGlobal(const char* operand, const GlobalSpan& span, int64_t offset,
                            int64_t bytes);
  // Checks that the kernel may write `bytes` bytes from the tensor's start.
  void RangeGlobal(const char* operand, const GlobalSpan& span, int64_t bytes);
  uint8_t* WriteGlobal(const char* operand, const GlobalSpan& span, int64_t offset, int64_t bytes);
  // Writes or, after SetAtomicAdd, adds.
  void StoreGlobal(const char* operand, const GlobalSpan& span, int64_t offset,
                   const uint8_t* values, int64_t bytes);

  // Only parts of `dst` have been written when its bytes are not next to each other. Adds to what
  // Write() marked: nothing is marked twice.
  void MarkWritten(const LocalSpan& span, int64_t offset, int64_t bytes) {
    if (core_.strict()) core_.Write(name_, pipe_, span, offset, bytes);
  }
  // Those bytes have been overwritten by something that is not defined.
  void MarkUndefined(const LocalSpan& span, int64_t offset, int64_t bytes);
  // The same if it was computed from other bytes that are not.
  void MarkComputedFromUndefined(const LocalSpan& span, int64_t offset, int64_t bytes);
  // As Read and Write of parts of an operand: checks range and alignment only.
  uint8_t* Locate(const char* operand, const LocalSpan& span, int64_t bytes,
                  int64_t alignment = kBlockBytes) {
    core_.CheckLocal(name_, operand, span, bytes, alignment);
    return AddressOf(span);
  }
  // Whether Locate would find nothing wrong. Where the bytes are is AddressOf.
  bool IsRight(const LocalSpan& span, int64_t bytes) const {
    return core_.IsRight(span, bytes, kBlockBytes);
  }
  uint8_t* AddressOf(const LocalSpan& span) const { return core_.unified_buffer_ + span.begin; }
  void CheckWritten(const char* operand, const LocalSpan& span, int64_t offset, int64_t bytes) {
    if (core_.strict())
      core_.Read(name_, operand, pipe_, span, offset, bytes, Core::Undefined::kRefused);
  }

  // Whether all of it has been written; true without strict checks.
  bool IsDefined(const LocalSpan& span, int64_t bytes) const {
    return !core_.strict() || core_.defined_.IsDefined(span.begin, span.begin + bytes);
  }
  // As Read, for a result that is as defined as what it is computed from: whoever uses the result
  // is told. The bytes need not have been written; *defined becomes false if they have not.
  const uint8_t* ReadAny(const char* operand, const LocalSpan& span, int64_t bytes, bool* defined,
                         int64_t alignment = kBlockBytes) {
    const uint8_t* const address = Locate(operand, span, bytes, alignment);
    if (core_.strict() &&
        !core_.Read(name_, operand, pipe_, span, 0, bytes, Core::Undefined::kAllowed))
      *defined = false;
    return address;
  }
  const uint8_t* ReadAny(const char* operand, const LocalSpan& span, int64_t bytes,
                         int64_t alignment = kBlockBytes) {
    bool defined;
    return ReadAny(operand, span, bytes, &defined, alignment);
  }
  const uint8_t* ReadAny(const char* operand, const LocalSpan& span, const Repeats& repeats);
  // Marks the elements of dst as written from those of the sources: undefined where one of theirs
  // is. All are `count` elements next to each other; a source without elements takes no part.
  struct Elements {
    int64_t begin = 0;  // in the unified buffer
    int64_t bytes = 0;  // of one element
  };
  void MarkComputed(const LocalSpan& dst, const Elements& to,
                    const std::array<Elements, 3>& sources, int64_t count);
  // The same of the bits of a byte: `undefined` are those that are not defined.
  void MarkBits(const LocalSpan& dst, int64_t offset, uint8_t undefined);
  Definedness& defined() { return core_.defined_; }
  // Overwrites the last bytes of the unified buffer that the kernel uses, if it uses so many.
  void ClobberTail(int64_t bytes);

  // Refuses operands that overlap in part. With in_order, overlap is right, too, if writing from
  // front to back never reaches what is still to be read.
  void CheckOverlap(const LocalSpan& dst, int64_t dst_bytes, const char* operand,
                    const LocalSpan& src, int64_t src_bytes, bool in_order = false) {
    if (!OverlapInPart(dst, dst_bytes, src, src_bytes)) return;
    const int64_t dst_end = dst.begin + dst_bytes;
    const int64_t src_end = src.begin + src_bytes;
    if (in_order && dst.begin <= src.begin && dst_end <= src_end) return;
    Fail(operand, "overlaps dst in part: bytes ", src.begin, " to ", src_end, " and ", dst.begin,
         " to ", dst_end, " of the unified buffer; the operands must be apart or the same");
  }

  // Fails if `has` is false: the product does not have what the instruction needs ("bfloat16").
  void Need(bool has, const char* what);

  // Fails with: kernel, block, this instruction, the operand ("" if it is about none), and the
  // parts put together.
  template <typename... Part>
  [[noreturn]] void Fail(const char* operand, const Part&... parts) {
    core_.Fail(name_, operand, parts...);
  }

  // That the block will probably copy these bytes soon, in global memory.
  void Expect(const uint8_t* begin, int64_t bytes) { core_.Expect(begin, bytes); }

  // Counts the instruction: the results' number and bytes.
  void Done(int64_t elements, int64_t bytes) {
    core_.Count(name_, pipe_, elements * elements_of_each_, bytes, widest_);
  }
  // The size of its widest element, if that is not the results'.
  void SetWidest(int64_t bytes) { widest_ = bytes; }
  // Its operands are given as pairs of elements, because elements of 4 bits are among them.
  void SetPairs() { elements_of_each_ = 2; }
  int64_t elements_of_each() const { return elements_of_each_; }

 private:
  const uint8_t* ReadBytes(const char* operand, const LocalSpan& span, int64_t bytes,
                           int64_t alignment) {
    const uint8_t* const address = Locate(operand, span, bytes, alignment);
    CheckWritten(operand, span, 0, bytes);
    return address;
  }
  uint8_t* WriteBytes(const char* operand, const LocalSpan& span, int64_t bytes,
                      int64_t alignment) {
    uint8_t* const address = Locate(operand, span, bytes, alignment);
    MarkWritten(span, 0, bytes);
    return address;
  }
  // Calls range(offset, bytes) for every run of active lanes.
  template <typename Range>
  static void ForLanes(const Repeats& repeats, Range range) {
    const int64_t lanes = kBlockBytes / repeats.element_bytes;
    for (int64_t repeat = 0; repeat < repeats.count; ++repeat) {
      for (int64_t lane = 0; lane < kRepeatBytes / repeats.element_bytes && lane < 128;) {
        if (!repeats.Active(lane)) {
          ++lane;
          continue;
        }
        // As far as the lanes lie next to each other: to the end of the block, or beyond if blocks
        // follow each other.
        int64_t end = lane + 1;
        while (end < kRepeatBytes / repeats.element_bytes && end < 128 && repeats.Active(end) &&
               (end % lanes != 0 || repeats.block_stride == 1)) {
          ++end;
        }
        range(repeats.Offset(repeat, lane), (end - lane) * repeats.element_bytes);
        lane = end;
      }
    }
  }
  const uint8_t* ReadLanes(const char* operand, const LocalSpan& span, const Repeats& repeats);
  uint8_t* WriteLanes(const char* operand, const LocalSpan& span, const Repeats& repeats);

  Core& core_;
  const char* name_;
  Pipe pipe_;
  int64_t widest_ = 0;
  int64_t elements_of_each_ = 1;
};

// GetValue and SetValue of tensors: one element of `bytes` bytes at the start of the span.
void GetLocalValue(const LocalSpan& span, void* value, int64_t bytes);
void SetLocalValue(const LocalSpan& span, const void* value, int64_t bytes);
void GetGlobalValue(const GlobalSpan& span, void* value, int64_t bytes);
void SetGlobalValue(const GlobalSpan& span, const void* value, int64_t bytes);
// The bytes of so many elements of 4 bits; fails unless they are whole.
int64_t BytesOfInt4(const char* function, const char* operand, int64_t elements);

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_CORE_H_
