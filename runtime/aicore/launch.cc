#include "runtime/aicore/launch.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/no_destructor.h"
#include "absl/base/thread_annotations.h"
#include "absl/log/absl_check.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "absl/types/span.h"
#include "runtime/aicore/arch.h"
#include "runtime/aicore/byte_set.h"
#include "runtime/aicore/core.h"
#include "runtime/aicore/cost.h"
#include "runtime/aicore/meeting.h"
#include "runtime/aicore/meetings.h"
#include "runtime/aicore/order.h"
#include "runtime/aicore/races.h"
#include "runtime/aicore/trace.h"
#include "runtime/schedule/parallel.h"

namespace openaclnn::aicore {
namespace {

// More than any program asks for; each costs some memory.
constexpr int64_t kMaxBlocks = 65535;

// Cores are expensive to make and hold memory: those that are idle wait here for the next block.
class IdleCores {
 public:
  IdleCores() { cores_.reserve(kKept); }  // so that a core can always be given back

  std::unique_ptr<Core> Take() {
    {
      const absl::MutexLock lock(&mutex_);
      if (!cores_.empty()) {
        std::unique_ptr<Core> core = std::move(cores_.back());
        cores_.pop_back();
        return core;
      }
    }
    return std::make_unique<Core>();
  }
  void Give(std::unique_ptr<Core> core) {
    const absl::MutexLock lock(&mutex_);
    if (cores_.size() < kKept) cores_.push_back(std::move(core));
  }

 private:
  static constexpr size_t kKept = 32;
  absl::Mutex mutex_;
  std::vector<std::unique_ptr<Core>> cores_ ABSL_GUARDED_BY(mutex_);
};

IdleCores& Idle() {
  static absl::NoDestructor<IdleCores> idle;
  return *idle;
}

// One block of a launch.
struct Block {
  int64_t index = 0;
  std::unique_ptr<Core> core;  // while the block is neither ended nor failed
  Core::State state = Core::State::kIdle;
  std::string failure;
  std::vector<Arrival> arrivals;  // since it last waited
  Meeting awaited;
  const void* site = nullptr;  // of that wait
  Counters counters;
  std::vector<TraceEvent> trace;
  int64_t cycles = 0;  // until it ended, since the launch or since its core was free
  std::vector<Core::PendingAdd> adds;  // since it last waited
};

bool Overlap(const Launch::Tensor& a, const Launch::Tensor& b) {
  const auto end = [](const Launch::Tensor& t) {
    return Start(t) + static_cast<uint64_t>(t.bytes);
  };
  return a.data != nullptr && b.data != nullptr && Start(a) < end(b) && Start(b) < end(a);
}

// Whether nothing orders the pipes but the kernel itself.
absl::StatusOr<bool> IsManual(const Launch& launch) {
  if (launch.sync != Sync::kDefault) return launch.sync == Sync::kManual;
  const char* const mode = std::getenv("OPENACLNN_AICORE_SYNC");
  const std::string_view name = mode == nullptr ? "auto" : mode;
  if (name == "auto" || name == "manual") return name == "manual";
  return absl::InvalidArgumentError(
      absl::StrCat("OPENACLNN_AICORE_SYNC=", name, "; auto or manual"));
}

void Add(const Counters& more, Counters* sum) {
  for (size_t p = 0; p < kPipes; ++p) {
    sum->pipes[p].instructions += more.pipes[p].instructions;
    sum->pipes[p].elements += more.pipes[p].elements;
    sum->pipes[p].bytes += more.pipes[p].bytes;
    sum->pipes[p].busy += more.pipes[p].busy;
  }
  sum->cycles += more.cycles;
  sum->block_cycles += more.block_cycles;
  sum->barriers += more.barriers;
  sum->peak_unified_buffer_bytes =
      std::max(sum->peak_unified_buffer_bytes, more.peak_unified_buffer_bytes);
}

// Whether the kernel is one of those that are called without workspace and tiling.
bool IsDirectCall(const Launch& launch, size_t addresses) {
  return addresses == launch.tensors.size() && launch.workspace.data == nullptr &&
         launch.tiling.empty();
}

std::string KindAndSize(const Parameter& parameter) {
  constexpr const char* kKinds[] = {"an address", "an integer", "a floating-point number",
                                    "a structure"};
  return absl::StrCat(kKinds[static_cast<size_t>(parameter.kind)], " of ", parameter.bytes,
                      " bytes");
}

absl::Status Validate(const Launch& launch) {
  if (launch.kernel == nullptr || launch.kernel->entry == nullptr)
    return absl::InvalidArgumentError("the launch has no kernel");
  const auto wrong = [&](auto... pieces) {
    return absl::InvalidArgumentError(
        absl::StrCat("kernel ", launch.kernel->name, ": ", pieces...));
  };
  if (launch.soc == nullptr) return wrong("the launch has no SoC");
  if (launch.blocks < 1 || launch.blocks > kMaxBlocks)
    return wrong(launch.blocks, " blocks; 1 to ", kMaxBlocks);
  if (launch.kernel->npu_arch != 0 && launch.kernel->npu_arch != launch.soc->product->npu_arch) {
    return wrong("it was compiled for architecture ", launch.kernel->npu_arch, "; ",
                 launch.soc->name, " has ", launch.soc->product->npu_arch);
  }
  std::vector<Parameter> values;
  for (const Parameter& parameter : launch.kernel->parameters) {
    if (parameter.kind != Parameter::Kind::kAddress) values.push_back(parameter);
  }
  const size_t addresses = launch.kernel->parameters.size() - values.size();
  if (addresses != launch.tensors.size() + 2 && !IsDirectCall(launch, addresses)) {
    return wrong("it has ", addresses, " arguments; the launch gives ", launch.tensors.size() + 2,
                 ": ", launch.tensors.size(), " tensors, workspace and tiling");
  }
  if (values.size() != launch.scalars.size()) {
    return wrong("it has ", values.size(), " scalar arguments; the launch gives ",
                 launch.scalars.size());
  }
  for (size_t i = 0; i < values.size(); ++i) {
    const Parameter& given = launch.scalars[i].parameter();
    if (given == values[i]) continue;
    return wrong("scalar ", i, " is ", KindAndSize(given), "; it takes ", KindAndSize(values[i]));
  }
  return absl::OkStatus();
}

// A launch on its way.
class Runner {
 public:
  Runner(const Launch& launch, const Core::Mode& mode)
      : launch_(launch), mode_(mode), races_(launch, memory_), meetings_(launch.blocks) {
    mode_.written = &written_;
    for (const Launch::Tensor& tensor : launch.tensors) memory_.push_back({.memory = tensor});
    memory_.push_back({.memory = launch.workspace});
    memory_.back().memory.name = "workspace";
    memory_.back().memory.writable = true;
    // On a chip there is always one, so kernels take null for a mistake of the host.
    if (memory_.back().memory.data == nullptr) memory_.back().memory = NoWorkspace();
    if (launch.padded) CopyIn();
    tiling_.resize((launch.tiling.size() + sizeof(std::max_align_t) - 1) /
                   sizeof(std::max_align_t));
    if (!launch.tiling.empty())
      std::memcpy(tiling_.data(), launch.tiling.data(), launch.tiling.size());
    memory_.push_back({.memory = {.data = tiling_.data(),
                                  .bytes = static_cast<int64_t>(launch.tiling.size()),
                                  .writable = false,
                                  .name = "tiling"}});
    auto memory = memory_.begin();
    auto scalar = launch.scalars.begin();
    for (const Parameter& parameter : launch.kernel->parameters) {
      // Values are copied from there, never written.
      arguments_.push_back(parameter.kind == Parameter::Kind::kAddress
                               ? static_cast<uint8_t*>((memory++)->memory.data)
                               : const_cast<uint8_t*>((scalar++)->bytes().data()));
    }
    blocks_.resize(static_cast<size_t>(launch.blocks));
    for (int64_t b = 0; b < launch.blocks; ++b) blocks_[static_cast<size_t>(b)].index = b;
    if (!mode.strict) return;
    FindShared();
    accesses_.resize(blocks_.size());
    for (int64_t b = 0; b < launch.blocks; ++b) accesses_[static_cast<size_t>(b)].block = b;
  }

  ~Runner() {
    for (Block& block : blocks_) {
      if (block.core == nullptr) continue;
      block.core->Cancel();
      Idle().Give(std::move(block.core));
    }
  }

  absl::Status Run() {
    std::vector<int64_t> order(blocks_.size());
    std::iota(order.begin(), order.end(), 0);
    if (launch_.order != nullptr) {
      order = launch_.order(launch_.blocks);
      ABSL_CHECK_EQ(static_cast<int64_t>(order.size()), launch_.blocks);
    }
    std::vector<int64_t> next;
    for (absl::Span<const int64_t> going = order; !going.empty(); going = next = GoOn(order)) {
      ParallelFor(static_cast<int64_t>(going.size()), [&](int64_t i) {
        Step(blocks_[static_cast<size_t>(going[static_cast<size_t>(i)])]);
      });
      if (std::optional<Failure> failure = FirstFailure())
        return absl::FailedPreconditionError(failure->message);
      for (Block& block : blocks_) {
        for (const Arrival& arrival : block.arrivals) meetings_.Arrive(block.index, arrival);
        block.arrivals.clear();
      }
      if (mode_.strict) AgeCaches();
      for (Block& block : blocks_) {
        Core::Apply(block.adds);
        block.adds.clear();
      }
      if (mode_.strict) KeepAccesses();
    }
    for (const Block& block : blocks_) {
      if (block.state == Core::State::kAtBarrier)
        return absl::FailedPreconditionError(WaitsForever(block).message);
    }
    return absl::OkStatus();
  }

  const std::vector<Block>& blocks() const { return blocks_; }

  // Clock cycles from the start of the first block to the end of the last: block b runs on core b %
  // cores, when that has finished the blocks before it.
  int64_t Cycles() const {
    std::vector<int64_t> cores(static_cast<size_t>(mode_.cores));
    for (const Block& block : blocks_)
      cores[static_cast<size_t>(block.index % mode_.cores)] += block.cycles;
    return *std::max_element(cores.begin(), cores.end());
  }

  // What the kernel wrote, to where the launch wants it.
  void CopyOut() const {
    for (const Copy& copy : copies_) {
      if (copy.writable) std::memcpy(copy.original, copy.start, static_cast<size_t>(copy.bytes));
    }
  }

 private:
  // Which arguments someone may write, and what of undefined ones has been written all the same.
  void FindShared() {
    for (Core::Argument& argument : memory_) {
      argument.shared = std::any_of(memory_.begin(), memory_.end(), [&](const auto& other) {
        return other.memory.writable && Overlap(argument.memory, other.memory);
      });
      // What an argument that is written shares with one that is not has been given.
      has_undefined_ |= argument.memory.undefined;
      for (const Core::Argument& other : memory_) {
        if (argument.memory.undefined && !other.memory.undefined &&
            Overlap(argument.memory, other.memory)) {
          const uint64_t begin = Start(other.memory);
          written_.Add(begin, begin + static_cast<uint64_t>(other.memory.bytes));
        }
      }
    }
  }

  // Memory of arguments that overlap, as the kernel is given it (Launch::padded).
  struct Copy {
    uint8_t* original;
    int64_t bytes;
    bool writable;
    uint8_t* start;
    std::vector<uint8_t> memory;
  };

  void CopyIn() {
    constexpr size_t kAlignment = 512;
    constexpr int64_t kBlock = 32;
    for (Core::Argument& argument : memory_) {
      Launch::Tensor& tensor = argument.memory;
      auto* const data = static_cast<uint8_t*>(tensor.data);
      if (data == nullptr) continue;
      // Arguments that share memory go on sharing it.
      uint8_t* begin = data;
      uint8_t* end = data + tensor.bytes;
      bool writable = tensor.writable;
      for (bool grown = true; grown;) {
        grown = false;
        for (const Launch::Tensor& other : launch_.tensors) {
          auto* const first = static_cast<uint8_t*>(other.data);
          if (first == nullptr || first >= end || first + other.bytes <= begin) continue;
          grown |= first < begin || first + other.bytes > end;
          begin = std::min(begin, first);
          end = std::max(end, first + other.bytes);
          writable |= other.writable;
        }
      }
      auto copy = std::find_if(copies_.begin(), copies_.end(),
                               [&](const Copy& c) { return c.original == begin; });
      if (copy == copies_.end()) {
        const int64_t bytes = end - begin;
        const auto size = static_cast<size_t>((bytes + kBlock - 1) / kBlock * kBlock + kBlock);
        Copy& made = copies_.emplace_back(
            Copy{begin, bytes, writable, nullptr, std::vector<uint8_t>(size + kAlignment)});
        made.start = made.memory.data() +
                     (kAlignment - reinterpret_cast<uintptr_t>(made.memory.data()) % kAlignment) %
                         kAlignment;
        std::memcpy(made.start, begin, static_cast<size_t>(bytes));
        copy = std::prev(copies_.end());
      }
      tensor.data = copy->start + (data - begin);
      tensor.bytes = (tensor.bytes + kBlock - 1) / kBlock * kBlock + kBlock;
    }
  }

  static Launch::Tensor NoWorkspace() {
    static std::max_align_t place;
    return {.data = &place, .bytes = 0, .writable = true, .name = "workspace"};
  }

  // Runs a block up to its next barrier.
  void Step(Block& block) {
    if (block.core == nullptr) {
      block.core = Idle().Take();
      block.core->Begin(&launch_, memory_, block.index, mode_);
    }
    Core& core = *block.core;
    block.state = core.Step(arguments_);
    if (mode_.strict) {
      BlockAccesses& accesses = accesses_[static_cast<size_t>(block.index)];
      accesses.accesses.swap(core.accesses());
      accesses.counts_matter = core.signals();
    }
    block.adds.swap(core.pending_adds());
    block.arrivals.swap(core.arrivals());
    block.awaited = core.awaited();
    block.site = core.site();
    if (block.state == Core::State::kAtBarrier) return;
    block.failure = core.failure();
    block.counters = core.counters();
    block.cycles = core.order().End().cycle;
    block.trace.swap(core.trace());
    Idle().Give(std::move(block.core));
  }

  std::optional<Failure> FirstFailure() {
    for (const Block& block : blocks_) {
      if (block.state == Core::State::kFailed) return Failure{block.index, block.failure};
    }
    if (!mode_.strict) return std::nullopt;
    if (std::optional<Failure> race = races_.FindRace(absl::MakeSpan(accesses_))) return race;
    if (std::optional<Failure> late = races_.FindLateRace(accesses_, meetings_)) return late;
    return races_.FindSharedLine(accesses_);
  }

  // Lets blocks go on that have met those for which they waited; returns these, in that order.
  std::vector<int64_t> GoOn(const std::vector<int64_t>& order) {
    if (AllMeet()) {
      const int64_t last = meetings_.PassAll(blocks_[0].awaited);
      for (Block& block : blocks_) GoOnAt(block, last);
      return order;
    }
    std::vector<int64_t> going;
    for (const int64_t b : order) {
      const Block& block = blocks_[static_cast<size_t>(b)];
      if (block.state == Core::State::kAtBarrier && meetings_.Missing(b, block.awaited) < 0)
        going.push_back(b);
    }
    for (const int64_t b : going) {
      Block& block = blocks_[static_cast<size_t>(b)];
      const Meetings::Wait wait = meetings_.Pass(b, block.awaited);
      if (!mode_.strict) continue;
      block.core->order().Acquire(Pipe::kScalar, wait.own);
      GoOnAt(block, wait.until);
    }
    return going;
  }

  // Whether all blocks are at the same SyncAll of all: nothing that was before it matters then.
  bool AllMeet() const {
    const Meeting all = {.blocks = launch_.blocks};
    return std::all_of(blocks_.begin(), blocks_.end(), [&](const Block& block) {
      return block.state == Core::State::kAtBarrier && block.awaited == all;
    });
  }

  Failure WaitsForever(const Block& block) {
    const int64_t missing = meetings_.Missing(block.index, block.awaited);
    const bool ended = blocks_[static_cast<size_t>(missing)].state == Core::State::kEnded;
    if (block.awaited.mode == Meeting::kSyncAll) {
      return FailureAt(launch_, block.index, "SyncAll", block.site,
                       absl::StrCat("waits forever: block ", missing,
                                    ended ? " has ended without it" : " waits for other blocks",
                                    "; all must call it equally often and alike"));
    }
    return FailureAt(
        launch_, block.index, "CrossCoreWaitFlag", block.site,
        absl::StrCat("flagId: waits forever for the flag ", block.awaited.id, ": block ", missing,
                     ended ? " has ended" : " waits", ", and has set it ",
                     meetings_.Arrived(missing, block.awaited), " times; this is wait number ",
                     meetings_.Passed(block.index, block.awaited) + 1));
  }

  // The last block for which this one waited came in cycle `last`.
  void GoOnAt(Block& block, int64_t last) {
    if (mode_.timed) block.core->order().AdvanceTo(last + kBarrierCycles);
  }

  // For races with what blocks do later. At the end of a launch and at a meeting of all there are
  // none.
  void KeepAccesses() {
    const bool ended = std::all_of(blocks_.begin(), blocks_.end(), [](const Block& block) {
      return block.state == Core::State::kEnded;
    });
    if (AllMeet()) {
      races_.ForgetKept();
    } else if (!ended) {
      races_.Keep(accesses_);
    }
    for (BlockAccesses& block : accesses_) {
      if (has_undefined_) NoteWritten(block.accesses);
      block.accesses.clear();
    }
  }

  // At a barrier: what the cores have in their caches only stays there, and what they have of lines
  // that others wrote is out of date.
  void AgeCaches() {
    for (Block& block : blocks_) {
      BlockAccesses& own = accesses_[static_cast<size_t>(block.index)];
      own.in_cache.clear();
      if (block.core == nullptr || block.core->cache().empty()) continue;
      ScalarCache& cache = block.core->cache();
      cache.ForDirty([&](uint64_t begin, uint64_t end, const void* site) {
        own.in_cache.push_back({.begin = begin,
                                .end = end,
                                .kind = Core::Access::kWrite,
                                .instruction = "GlobalTensor.SetValue",
                                .site = site,
                                .in_cache = true});
      });
      for (const BlockAccesses& other : accesses_) {
        if (&other == &own) continue;
        for (const Core::Access& access : other.accesses) {
          if (access.kind != Core::Access::kRead)
            cache.Overtake(access.begin, access.end, access.instruction);
        }
      }
    }
  }

  // Of the accesses since the last barrier those that gave an undefined argument its values.
  void NoteWritten(const std::vector<Core::Access>& accesses) {
    for (const Core::Access& access : accesses) {
      if (access.kind != Core::Access::kRead) written_.Add(access.begin, access.end);
    }
  }

  const Launch& launch_;
  Core::Mode mode_;
  ByteSet written_;             // of undefined arguments
  bool has_undefined_ = false;  // there are such
  std::vector<Copy> copies_;
  std::vector<std::max_align_t> tiling_;
  std::vector<Core::Argument> memory_;
  std::vector<uint8_t*> arguments_;
  std::vector<Block> blocks_;
  std::vector<BlockAccesses> accesses_;  // of each
  Races races_;
  Meetings meetings_;
};

}  // namespace

absl::Status Run(const Launch& launch) {
  Counters counters;
  return Run(launch, &counters);
}

absl::Status Run(const Launch& launch, Counters* counters) {
  if (absl::Status status = Validate(launch); !status.ok()) return status;
  bool strict = launch.checks != Checks::kFast;
  if (launch.checks == Checks::kDefault) {
    const char* const mode = std::getenv("OPENACLNN_AICORE_CHECKS");
    const std::string_view name = mode == nullptr ? "strict" : mode;
    if (name != "strict" && name != "fast") {
      return absl::InvalidArgumentError(
          absl::StrCat("OPENACLNN_AICORE_CHECKS=", name, "; strict or fast"));
    }
    strict = name == "strict";
  }
  const char* trace = std::getenv("OPENACLNN_TRACE");
  if (trace != nullptr && (*trace == '\0' || std::string_view(trace) == "0")) trace = nullptr;
  const bool printed = trace != nullptr && std::string_view(trace) == "1";

  const bool timed = launch.timed || trace != nullptr;
  strict |= timed;
  // Nothing else knows of the order of pipes.
  const absl::StatusOr<bool> manual = strict ? IsManual(launch) : false;
  if (!manual.ok()) return manual.status();
  Runner runner(launch, {.strict = strict,
                         .manual = *manual,
                         .timed = timed,
                         .traced = trace != nullptr,
                         .cores = std::min(launch.blocks, Cores(*launch.soc))});
  absl::Status status = runner.Run();
  runner.CopyOut();
  Counters sum;
  for (const Block& block : runner.blocks()) {
    Add(block.counters, &sum);
    sum.block_cycles += block.cycles;
  }
  if (timed) sum.cycles = runner.Cycles();
  std::vector<std::vector<TraceEvent>> events;
  if (trace != nullptr)
    for (const Block& block : runner.blocks()) events.push_back(block.trace);
  if (printed) {
    const std::string text = Describe(launch, sum, events);
    std::fwrite(text.data(), 1, text.size(), stderr);
  } else if (trace != nullptr) {
    // A trace that cannot be written is no reason for wrong results.
    if (absl::Status written = AppendChromeTrace(trace, launch, events); !written.ok()) {
      std::fprintf(stderr, "%s\n", std::string(written.message()).c_str());
    }
  }
  Add(sum, counters);
  return status;
}

}  // namespace openaclnn::aicore
