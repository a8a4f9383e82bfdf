#include "runtime/aicore/core.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>
#include <optional>
#include <string>
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
#include "runtime/aicore/location.h"
#include "runtime/aicore/meeting.h"
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

// The pipes of an event by its name, "MTE2_V"; those of the cube core are none of a vector core.
struct EventPipes {
  std::optional<Pipe> from;
  std::optional<Pipe> to;
};

EventPipes PipesOf(absl::string_view event) {
  const auto pipe = [](absl::string_view name) -> std::optional<Pipe> {
    if (name == "S") return Pipe::kScalar;
    if (name == "V") return Pipe::kVector;
    if (name == "MTE2") return Pipe::kMte2;
    if (name == "MTE3") return Pipe::kMte3;
    return std::nullopt;
  };
  const size_t cut = event.find('_');
  return {pipe(event.substr(0, cut)), pipe(event.substr(cut + 1))};
}

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
  current_->site_ = __builtin_return_address(0);
  return *current_;
}

ABSL_ATTRIBUTE_NOINLINE bool Core::InKernel() { return current_ != nullptr; }

Core::Core() {
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

void Core::Begin(const Launch* launch, absl::Span<const Argument> memory, int64_t block,
                 const Mode& mode) {
  ABSL_CHECK_LE(launch->soc->unified_buffer_bytes, static_cast<int64_t>(kMaxUnifiedBuffer));
  launch_ = launch;
  arch_ = &ArchOf(*launch->soc->product);
  functions_ = &vector::FunctionsOfTarget();
  memory_ = memory;
  block_ = block;
  mode_ = mode;
  saturates_ = SaturatesAtStart();
  state_ = State::kIdle;
  failure_.clear();
  system_workspace_ =
      static_cast<uint8_t*>(memory[memory.size() - 2].memory.data);  // tiling is last
  awaited_ = {};
  arrivals_.clear();
  signals_others_ = false;
  flags_set_ = 0;
  software_barriers_ = 0;
  pipe_ = nullptr;
  used_ = 0;
  DropBuffers();
  if (strict()) {
    order_.Begin(mode.manual, arch_->vector_in_order, mode.timed);
    cache_.Clear();
  }
  clobbered_ = {};
  computed_from_undefined_ = false;
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
  events_timed_ = 0;
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

void Core::RecordFailure(const char* instruction, const char* operand,
                         std::initializer_list<MessagePart> what) {
  static const bool with_calls = [] {
    const char* const wanted = std::getenv("OPENACLNN_AICORE_BACKTRACE");
    return wanted != nullptr && absl::string_view(wanted) == "1";
  }();
  const std::string place = LocationOf(site_);
  failure_ = absl::StrCat("kernel ", launch_->kernel->name, ", block ", block_, " of ",
                          launch_->blocks, " (", launch_->soc->name, "): ", instruction, ": ",
                          operand, *operand == '\0' ? "" : ": ", Joined(what),
                          place.empty() ? "" : absl::StrCat(" [", place, "]"),
                          with_calls ? CallStack(site_) : "");
}

void Core::Leave() {
  state_ = State::kFailed;
  fiber_->Leave();
}

void Core::CheckEnd() {
  if (pipe_ != nullptr) ClosePipe();
  if (flags_set_ == 0) return;
  for (const Event& event : events_) {
    if (event.set != 0) {
      Fail("SetFlag", "", "the flag ", event.name, " ", std::countr_zero(event.set),
           " is still set when the kernel ends; each SetFlag needs its WaitFlag");
    }
  }
  for (const auto& flags : cross_core_flags_) {
    for (size_t id = 0; id < flags.size(); ++id) {
      if (flags[id] != 0)
        Fail("CrossCoreSetFlag", "", "the flag ", id,
             " is still set when the kernel ends; each CrossCoreSetFlag needs its "
             "CrossCoreWaitFlag");
    }
  }
}

void Core::SyncAll(int64_t participants) {
  if (participants == 0) participants = launch_->blocks;
  CheckCores("SyncAll", participants);
  if (participants < 0 || participants > launch_->blocks || block_ >= participants) {
    Fail("SyncAll", "usedCores", participants,
         "; the blocks 0 to usedCores - 1 take part, of 0 to ", launch_->blocks - 1);
  }
  ++counters_.barriers;
  const Meeting meeting = {.blocks = participants};
  Signal(meeting, std::nullopt);
  Await(meeting);
}

void Core::Signal(const Meeting& meeting, std::optional<Pipe> pipe) {
  Order::Signalled complete;
  if (strict()) {
    if (!pipe.has_value()) order_.BarrierAll();
    // After a barrier of all, each pipe knows all.
    complete = order_.Signal(pipe.value_or(Pipe::kScalar));
  }
  if (meeting.mode != Meeting::kSyncAll) {
    signals_others_ = true;
    ++flags_set_;
  }
  arrivals_.push_back({meeting, complete});
}

void Core::Await(const Meeting& meeting) {
  if (meeting.mode != Meeting::kSyncAll) --flags_set_;
  awaited_ = meeting;
  state_ = State::kAtBarrier;
  fiber_->Suspend();
}

void Core::CheckCores(const char* instruction, int64_t blocks) {
  const int64_t cores = Cores(soc());
  if (blocks > cores) {
    Fail(instruction, "", "waits forever: ", blocks, " blocks, but only ", cores,
         " cores to run them at once");
  }
}

void Core::CheckHardwareBarrier() {
  if (!arch().hardware_barrier) {
    Fail("SyncAll", "", "without arguments does not exist on ", soc().product->title,
         "; SyncAll(gmWorkspace, ubWorkspace, usedCores) does");
  }
}

void Core::SoftwareSyncAll(const GlobalSpan& workspace, const LocalSpan& buffer,
                           int64_t participants) {
  BarrierAll();
  Instruction instruction("SyncAll", Pipe::kMte3);
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
    Fail("TQue", "", "queue number ", i, " (", PositionName(queue.position()), ") still holds ",
         held, " of its ", queue.buffers, " buffers when the TPipe ends, ", queue.fifo.size(),
         " of them enqueued; each AllocTensor and DeQue needs its FreeTensor");
  }
  BarrierAll();
  ResetPipe();
  pipe_ = nullptr;
}

void Core::DropBuffers() {
  if (strict()) order_.DropBuffers();
  buffers_.clear();
  signals_.clear();
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
    if (strict()) {
      defined_.Set(used_, used_ + rounded, false);
      order_.AddBuffer(static_cast<uint64_t>(used_), static_cast<uint64_t>(used_ + rounded));
      signals_.emplace_back();
    }
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

int32_t Core::AddQueue(const Passage& passage, int64_t depth, int64_t buffers, int64_t bytes) {
  const int32_t first = AddBuffers("TPipe.InitBuffer", passage.position(), buffers, bytes);
  const auto number = static_cast<int32_t>(queues_.size());
  for (int64_t i = 0; i < buffers; ++i) {
    Buffer& buffer = buffers_[static_cast<size_t>(first + i)];
    buffer.state = BufferState::kFree;
    buffer.queue = number;
  }
  queues_.push_back({.passage = passage,
                     .depth = std::max<int64_t>(1, depth),
                     .first_buffer = first,
                     .buffers = static_cast<int32_t>(buffers),
                     .next = 0,
                     .fifo = {}});
  return first_queue_ + number;
}

// Inlined into every function of a queue, of which a tile of a kernel calls eight.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline Core::Queue& Core::GetQueue(const char* function,
                                                                int32_t queue) {
  const int32_t index = queue - first_queue_;
  if (ABSL_PREDICT_FALSE(queue < 0 || index < 0 || index >= static_cast<int32_t>(queues_.size())))
    Fail(function, "", "the queue has no buffers; TPipe::InitBuffer gives them");
  return queues_[static_cast<size_t>(index)];
}

void Core::CheckEvents(const Queue& queue) {
  const int limit = arch().queue_buffers;
  const auto in_use = std::count_if(buffers_.begin(), buffers_.end(), [&](const Buffer& buffer) {
    return buffer.queue >= 0 && buffer.position == queue.position() &&
           buffer.state != BufferState::kFree;
  });
  if (in_use >= limit) {
    Fail("TQue.AllocTensor", "", in_use, " buffers of queues at ", PositionName(queue.position()),
         " are in use; ", soc().product->title, " has events for ", limit);
  }
}

LocalSpan Core::Alloc(int32_t number) {
  Queue& queue = GetQueue("TQue.AllocTensor", number);
  int32_t found = -1;
  for (int32_t i = 0, place = queue.next; i < queue.buffers && found < 0; ++i) {
    const int32_t buffer = queue.first_buffer + place;
    if (buffers_[static_cast<size_t>(buffer)].state == BufferState::kFree) found = buffer;
    if (++place == queue.buffers) place = 0;
  }
  if (found < 0) {
    Fail("TQue.AllocTensor", "", "waits forever: all ", queue.buffers, " buffers of the queue (",
         PositionName(queue.position()), ") are in use; FreeTensor gives one back");
  }
  if (static_cast<int>(buffers_.size()) > arch().queue_buffers) CheckEvents(queue);
  if (strict()) queue.next = (found - queue.first_buffer + 1) % queue.buffers;
  Buffer& buffer = buffers_[static_cast<size_t>(found)];
  buffer.state = BufferState::kAllocated;
  buffer.lease = ++next_lease_;
  if (strict()) {
    defined_.Set(buffer.begin, buffer.begin + buffer.bytes, false);
    order_.Acquire(queue.passage.filler(), signals_[static_cast<size_t>(found)].freed);
  }
  return Whole(found);
}

Core::Buffer& Core::OwnBuffer(const char* function, Queue& queue, const LocalSpan& span) {
  if (span.buffer < queue.first_buffer || span.buffer >= queue.first_buffer + queue.buffers) {
    Fail(function, "tensor", "is none of the queue's (", PositionName(queue.position()),
         "); AllocTensor of the same queue gives one");
  }
  return buffers_[static_cast<size_t>(span.buffer)];
}

void Core::EnQue(int32_t number, const LocalSpan& span, const Passage* given) {
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
  const Passage& passage = given == nullptr ? queue.passage : *given;
  queue.fifo.push_back(span.buffer);
  buffer.passage = passage;
  if (strict())
    signals_[static_cast<size_t>(span.buffer)].filled = order_.Release(passage.filler());
}

LocalSpan Core::DeQue(int32_t number, const Passage* given) {
  Queue& queue = GetQueue("TQue.DeQue", number);
  if (queue.fifo.empty())
    Fail("TQue.DeQue", "", "waits forever: the queue (", PositionName(queue.position()),
         ") is empty; EnQue comes first");
  const int32_t number_of_buffer = queue.fifo.front();
  Buffer& buffer = buffers_[static_cast<size_t>(number_of_buffer)];
  const Passage& passage = buffer.passage;
  if (given != nullptr ? *given != passage : passage != queue.passage) {
    const Passage& asked = given != nullptr ? *given : queue.passage;
    Fail("TQue.DeQue", "", "asks for a tensor on its way from ", PositionName(asked.src), " to ",
         PositionName(asked.dst), "; EnQue sent the first one from ", PositionName(passage.src),
         " to ", PositionName(passage.dst));
  }
  queue.fifo.erase(queue.fifo.begin());
  if (strict())
    order_.Acquire(passage.user(), signals_[static_cast<size_t>(number_of_buffer)].filled);
  buffer.state = BufferState::kTaken;
  return Whole(number_of_buffer);
}

void Core::Free(int32_t number, const LocalSpan& span) {
  Queue& queue = GetQueue("TQue.FreeTensor", number);
  Buffer& buffer = OwnBuffer("TQue.FreeTensor", queue, span);
  if (buffer.state == BufferState::kFree || buffer.lease != span.lease)
    Fail("TQue.FreeTensor", "tensor", "has been freed before");
  if (buffer.state == BufferState::kQueued)
    Fail("TQue.FreeTensor", "tensor", "is still in the queue; DeQue takes it out");
  buffer.state = BufferState::kFree;
  if (strict())
    signals_[static_cast<size_t>(span.buffer)].freed = order_.Release(queue.passage.user());
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

void Core::CheckFlags(const char* function, int id, bool everywhere) {
  if (!arch().flags && !everywhere) Fail(function, "", "does not exist on ", soc().product->title);
  CheckEventId(function, id);
}

void Core::SetFlag(int kind, const char* kind_name, int id, bool everywhere) {
  CheckFlags("SetFlag", id, everywhere);
  Event& event = events_[static_cast<size_t>(kind)];
  event.name = kind_name;
  if (event.set >> id & 1)
    Fail("SetFlag", "eventID", "the flag ", kind_name, " ", id,
         " is set already; WaitFlag comes between");
  event.set |= static_cast<uint8_t>(1 << id);
  ++flags_set_;
  if (!strict()) return;
  const EventPipes pipes = PipesOf(kind_name);
  if (pipes.from == pipes.to && pipes.from.has_value()) order_.Barrier(*pipes.from);
  if (pipes.from.has_value())
    flags_[static_cast<size_t>(kind)][static_cast<size_t>(id)] = order_.Release(*pipes.from);
}

void Core::WaitFlag(int kind, const char* kind_name, int id, bool everywhere) {
  CheckFlags("WaitFlag", id, everywhere);
  Event& event = events_[static_cast<size_t>(kind)];
  if ((event.set >> id & 1) == 0) {
    Fail("WaitFlag", "eventID", "waits forever: nothing has set the flag ", kind_name, " ", id,
         "; SetFlag of the same event and id comes first");
  }
  event.set &= static_cast<uint8_t>(~(1 << id));
  --flags_set_;
  if (!strict()) return;
  const EventPipes pipes = PipesOf(kind_name);
  if (pipes.from.has_value() && pipes.to.has_value())
    order_.Acquire(*pipes.to, flags_[static_cast<size_t>(kind)][static_cast<size_t>(id)]);
}

void Core::Barrier(Pipe pipe) {
  if (strict()) order_.Barrier(pipe);
}

void Core::BarrierAll() {
  if (strict()) order_.BarrierAll();
}

}  // namespace openaclnn::aicore
