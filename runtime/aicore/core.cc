#include "runtime/aicore/core.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/log/absl_check.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "runtime/aicore/arch.h"
#include "runtime/aicore/fiber.h"
#include "runtime/aicore/include/ascendc/kernel_types.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/shadow_bits.h"
#include "runtime/aicore/vector/half.h"
#include "runtime/aicore/vector/vector.h"
#include "runtime/products/products.h"

namespace openaclnn::aicore {
namespace {

using AscendC::TPosition;

// A multiple of every page size; an array on the stack does not reach beyond it.
constexpr size_t kGuardBytes = size_t{4} << 20;
constexpr size_t kMappingBytes = kGuardBytes + kReserveBytes + kStackBytes + kMaxUnifiedBuffer;

const char* PositionName(TPosition position) {
  static constexpr const char* kNames[] = {"GM",     "A1",      "A2",  "B1",  "B2",
                                           "C1",     "C2",      "CO1", "CO2", "VECIN",
                                           "VECOUT", "VECCALC", "SPM", "TSCM"};
  const auto index = static_cast<size_t>(position);
  return index < std::size(kNames) ? kNames[index] : "unknown";
}

template <typename T>
void AddValues(uint8_t* to, const uint8_t* values, int64_t bytes, Core::AtomicOp op) {
  for (int64_t i = 0; i + static_cast<int64_t>(sizeof(T)) <= bytes;
       i += static_cast<int64_t>(sizeof(T))) {
    T sum, value;
    std::memcpy(&sum, to + i, sizeof(T));
    std::memcpy(&value, values + i, sizeof(T));
    if (op != Core::AtomicOp::kAdd) {
      if (op == Core::AtomicOp::kMax ? sum < value : value < sum) sum = value;
    } else if constexpr (std::is_integral_v<T>) {
      using Unsigned = std::make_unsigned_t<T>;
      sum = static_cast<T>(static_cast<Unsigned>(static_cast<Unsigned>(sum) +
                                                 static_cast<Unsigned>(value)));  // wraps around
    } else {
      sum = sum + value;
    }
    std::memcpy(to + i, &sum, sizeof(T));
  }
}

uint64_t Address(const void* pointer) { return reinterpret_cast<uintptr_t>(pointer); }

}  // namespace

int64_t Repeats::Extent() const {
  int64_t last = -1;
  for (int64_t lane = 0; lane < kRepeatBytes / element_bytes && lane < 128; ++lane) {
    // The last lane need not be the one farthest away if the stride is 0.
    if (Active(lane)) last = std::max(last, Offset(0, lane));
  }
  return last < 0 || count == 0 ? 0 : Offset(count - 1, 0) + last + element_bytes;
}

// --- the block ---

constinit thread_local Core* Core::current_ = nullptr;

// Never inlined: a fiber may go on on another thread, where a remembered address of the variable
// would be wrong.
ABSL_ATTRIBUTE_NOINLINE Core& Core::Current() {
  ABSL_CHECK(current_ != nullptr) << "an Ascend C function was called outside a kernel";
  if (ABSL_PREDICT_FALSE(current_->StackIsUsedUp())) {
    current_->RecordStackOverflow();
    current_->Leave();
  }
  return *current_;
}

ABSL_ATTRIBUTE_NOINLINE bool Core::InKernel() { return current_ != nullptr; }

Core::Core() : written_(kMaxUnifiedBuffer / 64) {
  static std::atomic<uint64_t> cores{0};
  epoch_ = ++cores << 40;
  void* mapping = mmap(nullptr, kMappingBytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) throw std::bad_alloc();
  mapping_ = static_cast<uint8_t*>(mapping);
  reserve_ = mapping_ + kGuardBytes;
  unified_buffer_ = reserve_ + kReserveBytes + kStackBytes;
  fiber_.reset(new (std::nothrow) Fiber(reserve_, kReserveBytes + kStackBytes));
  if (fiber_ == nullptr || mprotect(mapping_, kGuardBytes, PROT_NONE) != 0) {
    munmap(mapping_, kMappingBytes);
    throw std::bad_alloc();
  }
}

Core::~Core() {
  Cancel();
  fiber_ = nullptr;
  munmap(mapping_, kMappingBytes);
}

void Core::Begin(const Launch* launch, absl::Span<const Launch::Tensor> memory, int64_t block,
                 bool strict, bool traced) {
  ABSL_CHECK_LE(launch->soc->unified_buffer_bytes, static_cast<int64_t>(kMaxUnifiedBuffer));
  launch_ = launch;
  arch_ = &ArchOf(*launch->soc->product);
  functions_ = &vector::FunctionsOfTarget();
  memory_ = memory;
  block_ = block;
  strict_ = strict;
  traced_ = traced;
  saturates_ = SaturatesAtStart();
  state_ = State::kIdle;
  failure_.clear();
  participants_ = 0;
  software_barriers_ = 0;
  pipe_ = nullptr;
  used_ = 0;
  DropBuffers();
  queues_.clear();
  first_queue_ = 0;
  events_.fill({});
  mask_ = {};
  reduce_registers_ = {};
  deq_scale_ = {};
  cross_core_flags_ = {};
  merge_counts_ = {};
  atomic_ = Atomic::kNone;
  pending_adds_.clear();
  accesses_.clear();
  expected_ = 0;
  expected_lines_ = 0;
  last_expected_at_ = 0;
  counters_ = {};
  clock_ = 0;
  trace_.clear();
}

bool Core::SaturatesAtStart() const {
  return launch_->overflow == Overflow::kProduct ? soc().product->saturates
                                                 : launch_->overflow == Overflow::kSaturate;
}

Core::State Core::Step(absl::Span<uint8_t* const> arguments) {
  WatchStack();
  if (state_ == State::kIdle) {
    out_of_memory_ = false;
    stack_overflow_ = false;
    fiber_->Start([this, arguments] {
      // Exceptions do not cross from one stack to another.
      try {
        launch_->kernel->entry(arguments);
        CheckEnd();
        state_ = State::kEnded;
      } catch (const std::bad_alloc&) {
        out_of_memory_ = true;
        state_ = State::kFailed;
      }
    });
  }
  Core* const outer = std::exchange(current_, this);
  fiber_->Resume();
  current_ = outer;
  if (out_of_memory_) throw std::bad_alloc();
  if (stack_overflow_) RecordStackOverflow();
  return state_;
}

void Core::Cancel() {
  if (fiber_ == nullptr || fiber_->done()) return;
  Core* const outer = std::exchange(current_, this);
  fiber_->Cancel();
  current_ = outer;
}

void Core::RecordFailure(const char* instruction, const char* operand, std::string what) {
  failure_ = absl::StrCat("kernel ", launch_->kernel->name, ", block ", block_, " of ",
                          launch_->blocks, " (", launch_->soc->name, "): ", instruction, ": ",
                          operand, *operand == '\0' ? "" : ": ", what);
}

void Core::Leave() {
  state_ = State::kFailed;
  fiber_->Leave();
}

void Core::CheckEnd() {
  if (pipe_ != nullptr) ClosePipe();
  for (const Event& event : events_) {
    if (event.set != 0) {
      Fail("SetFlag", "", "the flag ", event.name, " ", std::countr_zero(event.set),
           " is still set when the kernel ends; each SetFlag needs its WaitFlag");
    }
  }
  for (size_t id = 0; id < cross_core_flags_.size(); ++id) {
    if (cross_core_flags_[id] != 0)
      Fail("CrossCoreSetFlag", "", "the flag ", id,
           " is still set when the kernel ends; each CrossCoreSetFlag needs its CrossCoreWaitFlag");
  }
}

void Core::SyncAll(int64_t participants) {
  if (participants == 0) participants = launch_->blocks;
  const int64_t cores = Cores(soc());
  if (participants > cores) {
    Fail("SyncAll", "", "waits forever: ", participants, " blocks, but only ", cores,
         " cores to run them at once");
  }
  if (participants < 0 || participants > launch_->blocks || block_ >= participants) {
    Fail("SyncAll", "usedCores", participants,
         "; the blocks 0 to usedCores - 1 take part, of 0 to ", launch_->blocks - 1);
  }
  ++counters_.barriers;
  participants_ = participants;
  state_ = State::kAtBarrier;
  fiber_->Suspend();
}

void Core::CheckHardwareBarrier() {
  if (!arch().hardware_barrier) {
    Fail("SyncAll", "", "without arguments does not exist on ", soc().product->title,
         "; SyncAll(gmWorkspace, ubWorkspace, usedCores) does");
  }
}

void Core::SoftwareSyncAll(const GlobalSpan& workspace, const LocalSpan& buffer,
                           int64_t participants) {
  Instruction instruction("SyncAll", Pipe::kScalar);
  const int64_t bytes = (participants == 0 ? launch_->blocks : participants) * kBlockBytes;
  instruction.Locate("ubWorkspace", buffer, bytes);
  // The hardware counts arrivals in the workspace, each block in its own 32 bytes.
  instruction.RangeGlobal("gmWorkspace", workspace, bytes);
  uint8_t* slot =
      instruction.WriteGlobal("gmWorkspace", workspace, block_ * kBlockBytes, kBlockBytes);
  int32_t arrivals[kBlockBytes / sizeof(int32_t)];
  std::memcpy(arrivals, slot, sizeof(arrivals));
  if (arrivals[0] != software_barriers_) {
    instruction.Fail("gmWorkspace", "holds ", arrivals[0],
                     " where this block's arrivals are counted, ", software_barriers_,
                     " expected; it must be 0 before the first SyncAll and left alone afterwards");
  }
  arrivals[0] = static_cast<int32_t>(++software_barriers_);
  std::memcpy(slot, arrivals, sizeof(arrivals));
  SyncAll(participants);
}

const void* Core::Tiling(const void* address, int64_t bytes, const char* type) {
  if (address == nullptr || bytes > static_cast<int64_t>(launch_->tiling.size())) {
    Fail("GET_TILING_DATA", "tiling", bytes, " bytes of ", type, "; the launch gives ",
         launch_->tiling.size());
  }
  return address;
}

void Core::Print(absl::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

// --- buffers ---

void Core::OpenPipe(void* pipe) {
  if (pipe_ != nullptr)
    Fail("TPipe", "",
         "a second TPipe while the first exists; a kernel has one, and passes its address on");
  pipe_ = pipe;
}

void* Core::pipe() {
  if (pipe_ == nullptr) Fail("GetTPipePtr", "", "there is no TPipe");
  return pipe_;
}

void Core::ClosePipe() {
  for (size_t i = 0; i < queues_.size(); ++i) {
    const Queue& queue = queues_[i];
    int64_t held = 0;
    for (int32_t b = queue.first_buffer; b < queue.first_buffer + queue.buffers; ++b) {
      held += buffers_[static_cast<size_t>(b)].state != BufferState::kFree;
    }
    if (held == 0) continue;
    Fail("TQue", "", "queue number ", i, " (", PositionName(queue.position), ") still holds ", held,
         " of its ", queue.buffers, " buffers when the TPipe ends, ", queue.fifo.size(),
         " of them enqueued; each AllocTensor and DeQue needs its FreeTensor");
  }
  ResetPipe();
  pipe_ = nullptr;
}

void Core::DropBuffers() {
  buffers_.clear();
  ++epoch_;
}

void Core::ResetPipe() {
  DropBuffers();
  first_queue_ += static_cast<int32_t>(queues_.size());
  queues_.clear();
  used_ = 0;
}

int32_t Core::AddBuffers(const char* function, TPosition position, int64_t count, int64_t bytes) {
  if (pipe_ == nullptr) Fail(function, "", "there is no TPipe");
  if (position != TPosition::VECIN && position != TPosition::VECOUT &&
      position != TPosition::VECCALC) {
    Fail(function, "position", PositionName(position),
         " is no memory of a vector core; VECIN, VECOUT and VECCALC are");
  }
  if (count <= 0) Fail(function, "num", count, " buffers; 1 or more");
  if (bytes <= 0) Fail(function, "len", bytes, " bytes; 1 or more");
  if (static_cast<int64_t>(buffers_.size()) + count > kMaxBuffers) {
    Fail(function, "num", buffers_.size(), " + ", count, " buffers; a kernel has at most ",
         kMaxBuffers);
  }
  const int64_t rounded = (bytes + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
  if (rounded > FreeUnifiedBuffer() / count) {
    Fail(function, "len", count, " * ", rounded,
         " bytes exceed what is left of the unified buffer: ", FreeUnifiedBuffer(), " of ",
         soc().unified_buffer_bytes, " bytes");
  }
  const auto first = static_cast<int32_t>(buffers_.size());
  for (int64_t i = 0; i < count; ++i) {
    if (strict_) SetBits(written_, used_, used_ + rounded, false);
    buffers_.push_back({.begin = used_,
                        .bytes = rounded,
                        .position = position,
                        .state = BufferState::kAllocated,
                        .queue = -1,
                        .lease = ++next_lease_});
    used_ += rounded;
  }
  counters_.peak_unified_buffer_bytes = std::max(counters_.peak_unified_buffer_bytes, used_);
  return first;
}

LocalSpan Core::Whole(int32_t buffer) const {
  const Buffer& b = buffers_[static_cast<size_t>(buffer)];
  return {.begin = b.begin, .bytes = b.bytes, .buffer = buffer, .lease = b.lease};
}

TPosition Core::PositionOf(const LocalSpan& span) const {
  return span.buffer >= 0 && span.buffer < static_cast<int32_t>(buffers_.size())
             ? buffers_[static_cast<size_t>(span.buffer)].position
             : TPosition::MAX;
}

LocalSpan Core::SpanFrom(uint64_t address) const {
  const auto begin = static_cast<int64_t>(address);
  for (size_t i = 0; i < buffers_.size(); ++i) {
    const Buffer& buffer = buffers_[i];
    if (begin < buffer.begin || begin >= buffer.begin + buffer.bytes) continue;
    return {.begin = begin,
            .bytes = buffer.begin + buffer.bytes - begin,
            .buffer = static_cast<int32_t>(i),
            .lease = buffer.lease};
  }
  return {.begin = begin};
}

// --- queues ---

int32_t Core::AddQueue(TPosition position, int64_t depth, int64_t buffers, int64_t bytes) {
  const int32_t first = AddBuffers("TPipe.InitBuffer", position, buffers, bytes);
  const auto number = static_cast<int32_t>(queues_.size());
  for (int64_t i = 0; i < buffers; ++i) {
    Buffer& buffer = buffers_[static_cast<size_t>(first + i)];
    buffer.state = BufferState::kFree;
    buffer.queue = number;
  }
  queues_.push_back({.position = position,
                     .depth = std::max<int64_t>(1, depth),
                     .first_buffer = first,
                     .buffers = static_cast<int32_t>(buffers),
                     .next = 0,
                     .fifo = {}});
  return first_queue_ + number;
}

Core::Queue& Core::GetQueue(const char* function, int32_t queue) {
  const int32_t index = queue - first_queue_;
  if (queue < 0 || index < 0 || index >= static_cast<int32_t>(queues_.size())) {
    Fail(function, "", "the queue has no buffers; TPipe::InitBuffer gives them");
  }
  return queues_[static_cast<size_t>(index)];
}

LocalSpan Core::Alloc(int32_t number) {
  Queue& queue = GetQueue("TQue.AllocTensor", number);
  int32_t found = -1;
  for (int32_t i = 0; i < queue.buffers && found < 0; ++i) {
    const int32_t buffer = queue.first_buffer + (queue.next + i) % queue.buffers;
    if (buffers_[static_cast<size_t>(buffer)].state == BufferState::kFree) found = buffer;
  }
  if (found < 0) {
    Fail("TQue.AllocTensor", "", "waits forever: all ", queue.buffers, " buffers of the queue (",
         PositionName(queue.position), ") are in use; FreeTensor gives one back");
  }
  const int limit = arch().queue_buffers;
  const auto in_use = std::count_if(buffers_.begin(), buffers_.end(), [&](const Buffer& buffer) {
    return buffer.queue >= 0 && buffer.position == queue.position &&
           buffer.state != BufferState::kFree;
  });
  if (in_use >= limit) {
    Fail("TQue.AllocTensor", "", in_use, " buffers of queues at ", PositionName(queue.position),
         " are in use; ", soc().product->title, " has events for ", limit);
  }
  if (strict_) queue.next = (found - queue.first_buffer + 1) % queue.buffers;
  Buffer& buffer = buffers_[static_cast<size_t>(found)];
  buffer.state = BufferState::kAllocated;
  buffer.lease = ++next_lease_;
  if (strict_) SetBits(written_, buffer.begin, buffer.begin + buffer.bytes, false);
  return Whole(found);
}

Core::Buffer& Core::OwnBuffer(const char* function, Queue& queue, const LocalSpan& span) {
  if (span.buffer < queue.first_buffer || span.buffer >= queue.first_buffer + queue.buffers) {
    Fail(function, "tensor", "is none of the queue's (", PositionName(queue.position),
         "); AllocTensor of the same queue gives one");
  }
  return buffers_[static_cast<size_t>(span.buffer)];
}

void Core::EnQue(int32_t number, const LocalSpan& span) {
  Queue& queue = GetQueue("TQue.EnQue", number);
  Buffer& buffer = OwnBuffer("TQue.EnQue", queue, span);
  if (buffer.state == BufferState::kFree || buffer.lease != span.lease) {
    Fail("TQue.EnQue", "tensor",
         "has been freed; only a tensor from AllocTensor or DeQue can be enqueued");
  }
  if (buffer.state == BufferState::kQueued) Fail("TQue.EnQue", "tensor", "is in the queue already");
  if (static_cast<int64_t>(queue.fifo.size()) >= queue.depth) {
    Fail("TQue.EnQue", "", "the queue of depth ", queue.depth, " holds ", queue.fifo.size(),
         " tensors; DeQue takes one out");
  }
  buffer.state = BufferState::kQueued;
  ++epoch_;
  queue.fifo.push_back(span.buffer);
}

LocalSpan Core::DeQue(int32_t number) {
  Queue& queue = GetQueue("TQue.DeQue", number);
  if (queue.fifo.empty())
    Fail("TQue.DeQue", "", "waits forever: the queue (", PositionName(queue.position),
         ") is empty; EnQue comes first");
  const int32_t buffer = queue.fifo.front();
  queue.fifo.erase(queue.fifo.begin());
  buffers_[static_cast<size_t>(buffer)].state = BufferState::kTaken;
  return Whole(buffer);
}

void Core::Free(int32_t number, const LocalSpan& span) {
  Queue& queue = GetQueue("TQue.FreeTensor", number);
  Buffer& buffer = OwnBuffer("TQue.FreeTensor", queue, span);
  if (buffer.state == BufferState::kFree || buffer.lease != span.lease)
    Fail("TQue.FreeTensor", "tensor", "has been freed before");
  if (buffer.state == BufferState::kQueued)
    Fail("TQue.FreeTensor", "tensor", "is still in the queue; DeQue takes it out");
  buffer.state = BufferState::kFree;
  ++epoch_;
}

int64_t Core::Queued(int32_t queue) {
  return static_cast<int64_t>(GetQueue("TQue.HasTensorInQue", queue).fifo.size());
}

int64_t Core::Vacant(int32_t number) {
  const Queue& queue = GetQueue("TQue.VacantInQue", number);
  return queue.depth - static_cast<int64_t>(queue.fifo.size());
}

int64_t Core::Idle(int32_t number) {
  const Queue& queue = GetQueue("TQue.HasIdleBuffer", number);
  int64_t idle = 0;
  for (int32_t b = queue.first_buffer; b < queue.first_buffer + queue.buffers; ++b) {
    idle += buffers_[static_cast<size_t>(b)].state == BufferState::kFree;
  }
  return idle;
}

// --- events ---

int8_t Core::FetchEvent(int kind, const char* function, bool reserve) {
  Event& event = events_[static_cast<size_t>(kind)];
  const int ids = arch().event_ids;
  // An id whose flag is set is in use, reserved or not.
  const auto id =
      static_cast<int8_t>(std::countr_one(static_cast<unsigned>(event.reserved | event.set)));
  if (id >= ids)
    Fail(function, "", "all ", ids, " event ids of ", soc().product->title, " are in use");
  if (reserve) event.reserved |= static_cast<uint8_t>(1 << id);
  return id;
}

void Core::CheckEventId(const char* function, int id) {
  const int ids = arch().event_ids;
  if (id < 0 || id >= ids)
    Fail(function, "eventID", id, " is no event id; 0 to ", ids - 1, " are on ",
         soc().product->title);
}

void Core::ReleaseEvent(int kind, int8_t id) {
  CheckEventId("TPipe.ReleaseEventID", id);
  Event& event = events_[static_cast<size_t>(kind)];
  if ((event.reserved >> id & 1) == 0)
    Fail("TPipe.ReleaseEventID", "id", int{id}, " is not reserved; AllocEventID does that");
  event.reserved &= static_cast<uint8_t>(~(1 << id));
}

void Core::CheckFlags(const char* function, int id) {
  if (!arch().flags) Fail(function, "", "does not exist on ", soc().product->title);
  CheckEventId(function, id);
}

void Core::SetFlag(int kind, const char* kind_name, int id) {
  CheckFlags("SetFlag", id);
  Event& event = events_[static_cast<size_t>(kind)];
  event.name = kind_name;
  if (event.set >> id & 1)
    Fail("SetFlag", "eventID", "the flag ", kind_name, " ", id,
         " is set already; WaitFlag comes between");
  event.set |= static_cast<uint8_t>(1 << id);
}

void Core::WaitFlag(int kind, const char* kind_name, int id) {
  CheckFlags("WaitFlag", id);
  Event& event = events_[static_cast<size_t>(kind)];
  if ((event.set >> id & 1) == 0) {
    Fail("WaitFlag", "eventID", "waits forever: nothing has set the flag ", kind_name, " ", id,
         "; SetFlag of the same event and id comes first");
  }
  event.set &= static_cast<uint8_t>(~(1 << id));
}

// --- checks ---

bool Core::CheckSpan(const LocalSpan& span, int64_t bytes, int64_t alignment) {
  if (span.buffer < 0 || span.buffer >= static_cast<int32_t>(buffers_.size())) return false;
  const Buffer& buffer = buffers_[static_cast<size_t>(span.buffer)];
  const int64_t room = buffer.begin + buffer.bytes - span.begin;
  const bool usable =
      buffer.lease == span.lease &&
      (buffer.state == BufferState::kAllocated || buffer.state == BufferState::kTaken) &&
      span.begin >= buffer.begin;
  if (!usable || bytes < 0 || bytes > room || bytes > span.bytes || span.begin % alignment != 0)
    return false;
  if (span.bytes <= room && span.begin % kBlockBytes == 0) span.checked = epoch_;
  return true;
}

void Core::RefuseLocal(const char* instruction, const char* operand, const LocalSpan& span,
                       int64_t bytes, int64_t alignment) {
  if (span.buffer < 0)
    Fail(instruction, operand,
         "the tensor has no memory; AllocTensor, DeQue and TBuf::Get give it");
  if (span.buffer >= static_cast<int32_t>(buffers_.size()))
    Fail(instruction, operand, "the tensor's TPipe has ended or was reset");
  const Buffer& buffer = buffers_[static_cast<size_t>(span.buffer)];
  if (buffer.lease != span.lease || buffer.state == BufferState::kFree)
    Fail(instruction, operand, "the tensor has been freed by FreeTensor");
  if (buffer.state == BufferState::kQueued)
    Fail(instruction, operand, "the tensor is in its queue; DeQue takes it out");
  if (bytes < 0) Fail(instruction, operand, bytes, " bytes; 0 or more");
  const int64_t offset = span.begin - buffer.begin;
  if (offset < 0 || bytes > buffer.bytes - offset) {
    Fail(instruction, operand, "bytes ", offset, " to ", offset + bytes, " of a buffer of ",
         buffer.bytes, " bytes");
  }
  if (bytes > span.bytes) {
    Fail(instruction, operand, "bytes ", offset, " to ", offset + bytes,
         " of its buffer; the tensor ends at ", offset + span.bytes);
  }
  Fail(instruction, operand, "starts at byte ", offset, " of its buffer; a multiple of ", alignment,
       " is needed");
}

void Core::CheckWritten(const char* instruction, const char* operand, const LocalSpan& span,
                        int64_t offset, int64_t bytes) {
  const int64_t begin = span.begin + offset;
  const int64_t unset = FirstUnset(written_, begin, begin + bytes);
  if (unset == begin + bytes) return;
  const int64_t origin = buffers_[static_cast<size_t>(span.buffer)].begin;
  Fail(instruction, operand, "reads bytes ", begin - origin, " to ", begin + bytes - origin,
       " of its buffer, of which byte ", unset - origin, " was never written");
}

void Core::SetWritten(int64_t begin, int64_t bytes) {
  SetBits(written_, begin, begin + bytes, true);
}

uint8_t* Core::Global(const char* instruction, const char* operand, const GlobalSpan& span,
                      int64_t offset, int64_t bytes, Access::Kind kind) {
  uint8_t* const address = LocateGlobal(instruction, operand, span, offset, bytes, kind);
  const uint64_t begin = Address(address);
  const uint64_t end = begin + static_cast<uint64_t>(bytes);
  if (kind != Access::kAtomic) {
    for (const PendingAdd& add : pending_adds_) {
      if (add.address < end && begin < add.address + add.values.size()) {
        FlushAtomics();
        break;
      }
    }
  }
  if (!strict_ || bytes == 0) return address;
  if (!accesses_.empty() && accesses_.back().kind == kind && accesses_.back().end == begin) {
    accesses_.back().end = end;
    return address;
  }
  accesses_.push_back({.begin = begin, .end = end, .kind = kind, .instruction = instruction});
  if (accesses_.size() >= next_compaction_) {
    Compact(accesses_);
    next_compaction_ = std::max(kFirstCompaction, 2 * accesses_.size());
  }
  return address;
}

uint8_t* Core::LocateGlobal(const char* instruction, const char* operand, const GlobalSpan& span,
                            int64_t offset, int64_t bytes, Access::Kind kind) {
  const uint64_t begin = span.begin + static_cast<uint64_t>(offset);
  const uint64_t from_base = begin - span.base;  // huge if negative
  const auto size = static_cast<uint64_t>(bytes);
  if (span.base == 0)
    Fail(instruction, operand, "the tensor has no memory; SetGlobalBuffer gives it");
  const auto inside = [&](uint64_t start, uint64_t limit) {
    return begin >= start && begin - start <= limit && size <= limit - (begin - start);
  };
  // Several arguments may contain the address: the same memory given twice, or one that begins
  // where another ends.
  const Launch::Tensor* argument = nullptr;
  bool reachable = false;
  for (const Launch::Tensor& tensor : memory_) {
    const uint64_t start = Address(tensor.data);
    const auto limit = static_cast<uint64_t>(tensor.bytes);
    if (tensor.data == nullptr || span.base < start || span.base - start > limit) continue;
    const bool fits = inside(start, limit);
    if (argument == nullptr || (fits && !reachable) || (fits && tensor.writable))
      argument = &tensor;
    reachable |= fits;
  }
  if (argument == nullptr)
    Fail(instruction, operand, "the tensor's address lies in none of the kernel's arguments");
  const auto first = static_cast<int64_t>(begin - Address(argument->data));
  if (!reachable) {
    Fail(instruction, operand, "bytes ", first, " to ", first + bytes, " of ", argument->name,
         ", which has ", argument->bytes, " bytes");
  }
  if (span.bounded && !inside(span.base, span.bytes)) {
    Fail(instruction, operand, "bytes ", static_cast<int64_t>(from_base), " to ",
         static_cast<int64_t>(from_base) + bytes,
         " from the address that SetGlobalBuffer was given with ", span.bytes, " bytes (in ",
         argument->name, ")");
  }
  if (kind != Access::kRead && !argument->writable) {
    Fail(instruction, operand, "writes bytes ", first, " to ", first + bytes, " of ",
         argument->name, ", which is read only");
  }
  return reinterpret_cast<uint8_t*>(static_cast<uintptr_t>(begin));
}

void Core::Compact(std::vector<Access>& accesses) {
  std::sort(accesses.begin(), accesses.end(), [](const Access& a, const Access& b) {
    return a.kind != b.kind     ? a.kind < b.kind
           : a.begin != b.begin ? a.begin < b.begin
                                : a.end < b.end;
  });
  size_t kept = 0;
  for (const Access& access : accesses) {
    if (kept > 0 && accesses[kept - 1].kind == access.kind &&
        access.begin <= accesses[kept - 1].end) {
      accesses[kept - 1].end = std::max(accesses[kept - 1].end, access.end);
    } else {
      accesses[kept++] = access;
    }
  }
  accesses.resize(kept);
}

void Core::AddLater(uint8_t* to, const uint8_t* values, int64_t bytes) {
  pending_adds_.push_back({.address = Address(to),
                           .type = atomic_,
                           .op = atomic_op_,
                           .values = std::vector<uint8_t>(values, values + bytes)});
}

void Core::Trace(const TraceEvent& event) { trace_.push_back(event); }

void Core::FlushAtomics() {
  Apply(pending_adds_);
  pending_adds_.clear();
}

void Core::Apply(const std::vector<PendingAdd>& adds) {
  for (const PendingAdd& add : adds) {
    auto* to = reinterpret_cast<uint8_t*>(static_cast<uintptr_t>(add.address));
    const auto bytes = static_cast<int64_t>(add.values.size());
    switch (add.type) {
      case Atomic::kNone:
        break;
      case Atomic::kFloat:
        AddValues<float>(to, add.values.data(), bytes, add.op);
        break;
      case Atomic::kHalf:
        AddValues<Half>(to, add.values.data(), bytes, add.op);
        break;
      case Atomic::kBfloat16:
        AddValues<BFloat16>(to, add.values.data(), bytes, add.op);
        break;
      case Atomic::kInt32:
        AddValues<int32_t>(to, add.values.data(), bytes, add.op);
        break;
      case Atomic::kInt16:
        AddValues<int16_t>(to, add.values.data(), bytes, add.op);
        break;
      case Atomic::kInt8:
        AddValues<int8_t>(to, add.values.data(), bytes, add.op);
        break;
    }
  }
}

// --- instructions ---

const uint8_t* Instruction::ReadLanes(const char* operand, const LocalSpan& span,
                                      const Repeats& repeats) {
  core_.CheckLocal(name_, operand, span, repeats.Extent(), kBlockBytes);
  if (core_.strict_) {
    ForLanes(repeats, [&](int64_t offset, int64_t bytes) {
      core_.CheckWritten(name_, operand, span, offset, bytes);
    });
  }
  return core_.unified_buffer_ + span.begin;
}

uint8_t* Instruction::WriteLanes(const char* operand, const LocalSpan& span,
                                 const Repeats& repeats) {
  core_.CheckLocal(name_, operand, span, repeats.Extent(), kBlockBytes);
  if (core_.strict_) {
    ForLanes(repeats,
             [&](int64_t offset, int64_t bytes) { core_.MarkWritten(span.begin + offset, bytes); });
  }
  return core_.unified_buffer_ + span.begin;
}

const uint8_t* Instruction::ReadGlobal(const char* operand, const GlobalSpan& span, int64_t offset,
                                       int64_t bytes) {
  return core_.Global(name_, operand, span, offset, bytes, Core::Access::kRead);
}

void Instruction::RangeGlobal(const char* operand, const GlobalSpan& span, int64_t bytes) {
  core_.LocateGlobal(name_, operand, span, 0, bytes, Core::Access::kWrite);
}

uint8_t* Instruction::WriteGlobal(const char* operand, const GlobalSpan& span, int64_t offset,
                                  int64_t bytes) {
  return core_.Global(name_, operand, span, offset, bytes, Core::Access::kWrite);
}

void Instruction::StoreGlobal(const char* operand, const GlobalSpan& span, int64_t offset,
                              const uint8_t* values, int64_t bytes) {
  const bool atomic = core_.atomic_ != Core::Atomic::kNone;
  uint8_t* to = core_.Global(name_, operand, span, offset, bytes,
                             atomic ? Core::Access::kAtomic : Core::Access::kWrite);
  if (atomic) {
    core_.AddLater(to, values, bytes);
  } else {
    std::memcpy(to, values, static_cast<size_t>(bytes));
    Expect(to + bytes, bytes);
  }
}

void Instruction::Need(bool has, const char* what) {
  if (!has) Fail("", what, " does not exist on ", soc().product->title, " (", soc().name, ")");
}

}  // namespace openaclnn::aicore
