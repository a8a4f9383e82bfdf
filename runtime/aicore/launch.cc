#include "runtime/aicore/launch.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
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
#include "runtime/aicore/location.h"
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
  int64_t participants = 0;    // of the barrier at which it waits
  const void* site = nullptr;  // of that SyncAll
  Counters counters;
  std::vector<TraceEvent> trace;
  int64_t cycles = 0;  // until it ended, since the launch or since its core was free
  // Since the last barrier.
  std::vector<Core::Access> accesses;
  std::vector<Core::PendingAdd> adds;
  // What was in the core's data cache only at the last barrier.
  std::vector<Core::Access> in_cache;
};

// A failure of the launch: the one of the lowest block counts.
struct Failure {
  int64_t block;
  std::string message;
};

// " [kernel.cpp:12]"; nothing if that is not known.
std::string AtPlace(const void* site) {
  const std::string place = LocationOf(site);
  return place.empty() ? place : absl::StrCat(" [", place, "]");
}

std::string Place(const Launch& launch, int64_t block, const char* instruction) {
  return absl::StrCat("kernel ", launch.kernel->name, ", block ", block, " of ", launch.blocks,
                      " (", launch.soc->name, "): ", instruction, ": ");
}

uint64_t Start(const Launch::Tensor& tensor) { return reinterpret_cast<uintptr_t>(tensor.data); }

// The argument that the bytes lie in, of several one that is writable; null if there is none.
const Launch::Tensor* Find(absl::Span<const Core::Argument> memory, uint64_t begin, uint64_t end) {
  const Launch::Tensor* found = nullptr;
  for (const Core::Argument& argument : memory) {
    const Launch::Tensor& tensor = argument.memory;
    const bool inside =
        begin >= Start(tensor) && end - Start(tensor) <= static_cast<uint64_t>(tensor.bytes);
    if (inside && (found == nullptr || tensor.writable)) found = &tensor;
  }
  return found;
}

// "bytes 0 to 4 of y".
std::string Bytes(absl::Span<const Core::Argument> memory, uint64_t begin, uint64_t end) {
  const Launch::Tensor* const tensor = Find(memory, begin, end);
  if (tensor == nullptr) return "global memory";
  return absl::StrCat("bytes ", begin - Start(*tensor), " to ", end - Start(*tensor), " of ",
                      tensor->name);
}

// Writes of two blocks, one of them by the scalar unit, to one line of a data cache: the line is
// written back whole, so one of them may be lost.
std::optional<Failure> FindSharedLine(const Launch& launch, absl::Span<const Core::Argument> memory,
                                      const std::vector<Block>& blocks) {
  struct Written {
    const Block* block;
    const Core::Access* access;
  };
  std::map<uint64_t, Written> lines;
  // Arguments start where lines do.
  const auto first_line = [&](uint64_t address) {
    const Launch::Tensor* const tensor = Find(memory, address, address + 1);
    const uint64_t start = tensor == nullptr ? address : Start(*tensor);
    return address - (address - start) % ScalarCache::kLineBytes;
  };
  const auto for_writes = [&](const auto& function) {
    for (const Block& block : blocks) {
      for (const Core::Access& access : block.accesses)
        if (access.kind != Core::Access::kRead) function(block, access);
    }
  };
  for_writes([&](const Block& block, const Core::Access& access) {
    for (uint64_t line = first_line(access.begin); access.scalar && line < access.end;
         line += ScalarCache::kLineBytes)
      lines.try_emplace(line, Written{&block, &access});
  });
  std::optional<Failure> failure;
  if (lines.empty()) return failure;
  for_writes([&](const Block& block, const Core::Access& access) {
    auto it = lines.upper_bound(
        access.begin < ScalarCache::kLineBytes ? 0 : access.begin - ScalarCache::kLineBytes);
    for (; it != lines.end() && it->first < access.end && !failure; ++it) {
      const auto& [other, written] = it->second;
      if (other == &block) continue;
      const std::string place = LocationOf(written->site);
      failure = Failure{
          block.index,
          absl::StrCat(Place(launch, block.index, access.instruction), "writes ",
                       Bytes(memory, access.begin, access.end), " in a line of ",
                       ScalarCache::kLineBytes, " bytes in which block ", other->index, " writes ",
                       Bytes(memory, written->begin, written->end), " (", written->instruction,
                       place.empty() ? "" : " at ", place,
                       "); data caches write back whole lines, so one of the two may be lost",
                       AtPlace(access.site))};
    }
  });
  return failure;
}

// Bytes that two blocks used between the same two barriers, at least one of them writing: what they
// get depends on which is first.
std::optional<Failure> FindRace(const Launch& launch, absl::Span<const Core::Argument> memory,
                                std::vector<Block>& blocks) {
  struct Use {
    Core::Access access;
    int64_t block;
  };
  std::vector<Use> uses;
  bool written = false;
  for (Block& block : blocks) {
    Core::Compact(block.accesses);
    for (const std::vector<Core::Access>* accesses : {&block.accesses, &block.in_cache}) {
      for (const Core::Access& access : *accesses) {
        written |= access.kind != Core::Access::kRead;
        uses.push_back({access, block.index});
      }
    }
  }
  if (!written) return std::nullopt;
  std::sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) {
    return a.access.begin != b.access.begin ? a.access.begin < b.access.begin : a.block < b.block;
  });
  // Of each kind, the use that reaches farthest among all before, and the one that does so among
  // those of other blocks than its own.
  struct Farthest {
    const Use* first = nullptr;
    const Use* other = nullptr;
  };
  Farthest farthest[3];
  for (const Use& use : uses) {
    for (int kind = Core::Access::kRead; kind <= Core::Access::kAtomic; ++kind) {
      if (kind == use.access.kind && kind != Core::Access::kWrite)
        continue;  // reads do not disturb each other, nor do additions
      const Farthest& f = farthest[kind];
      const Use* before = f.first != nullptr && f.first->block != use.block ? f.first : f.other;
      if (before == nullptr || before->block == use.block || before->access.end <= use.access.begin)
        continue;
      const Use* later = before->block < use.block ? &use : before;
      const Use* earlier = later == &use ? before : &use;
      if (later->access.in_cache && !earlier->access.in_cache) std::swap(later, earlier);
      const uint64_t begin = use.access.begin;
      const uint64_t end = std::min(use.access.end, before->access.end);
      const auto verb = [](const Use* u) {
        return u->access.kind == Core::Access::kRead ? "reads" : "writes";
      };
      std::string where = "global memory";
      if (const Launch::Tensor* const tensor = Find(memory, begin, end)) {
        where = absl::StrCat(tensor->name, ": ", verb(later), " bytes ", begin - Start(*tensor),
                             " to ", end - Start(*tensor));
      }
      const bool in_cache = earlier->access.in_cache;
      const std::string other = LocationOf(earlier->access.site);
      return Failure{
          later->block,
          absl::StrCat(Place(launch, later->block, later->access.instruction), where,
                       ", which block ", earlier->block, " ", verb(earlier), " (",
                       earlier->access.instruction, other.empty() ? "" : " at ", other,
                       in_cache ? ") into its data cache only; DataCacheCleanAndInvalid brings it "
                                  "to memory"
                                : ") with no SyncAll between",
                       AtPlace(later->access.site))};
    }
    Farthest& f = farthest[use.access.kind];
    if (f.first == nullptr || use.access.end > f.first->access.end) {
      if (f.first != nullptr && f.first->block != use.block) f.other = f.first;
      f.first = &use;
    } else if (use.block != f.first->block &&
               (f.other == nullptr || use.access.end > f.other->access.end)) {
      f.other = &use;
    }
  }
  return std::nullopt;
}

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
  Runner(const Launch& launch, const Core::Mode& mode) : launch_(launch), mode_(mode) {
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
    if (mode.strict) FindShared();
    blocks_.resize(static_cast<size_t>(launch.blocks));
    for (int64_t b = 0; b < launch.blocks; ++b) blocks_[static_cast<size_t>(b)].index = b;
  }

  ~Runner() {
    for (Block& block : blocks_) {
      if (block.core == nullptr) continue;
      block.core->Cancel();
      Idle().Give(std::move(block.core));
    }
  }

  absl::Status Run() {
    std::vector<int64_t> going(blocks_.size());
    std::iota(going.begin(), going.end(), 0);
    if (launch_.order != nullptr) {
      going = launch_.order(launch_.blocks);
      ABSL_CHECK_EQ(static_cast<int64_t>(going.size()), launch_.blocks);
    }
    while (!going.empty()) {
      ParallelFor(static_cast<int64_t>(going.size()), [&](int64_t i) {
        Step(blocks_[static_cast<size_t>(going[static_cast<size_t>(i)])]);
      });
      if (std::optional<Failure> failure = FirstFailure())
        return absl::FailedPreconditionError(failure->message);
      if (mode_.strict) AgeCaches();
      for (Block& block : blocks_) {
        Core::Apply(block.adds);
        block.adds.clear();
        if (has_undefined_) NoteWritten(block.accesses);
        block.accesses.clear();
      }
      if (mode_.timed) MeetInTime();
      std::erase_if(going, [&](int64_t b) {
        return blocks_[static_cast<size_t>(b)].state == Core::State::kEnded;
      });
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
    block.accesses.swap(core.accesses());
    block.adds.swap(core.pending_adds());
    block.participants = core.participants();
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
    if (mode_.strict) {
      if (std::optional<Failure> race = FindRace(launch_, memory_, blocks_)) return race;
      if (std::optional<Failure> line = FindSharedLine(launch_, memory_, blocks_)) return line;
    }
    for (const Block& block : blocks_) {
      if (block.state != Core::State::kAtBarrier) continue;
      for (int64_t b = 0; b < block.participants; ++b) {
        const Block& other = blocks_[static_cast<size_t>(b)];
        if (other.state == Core::State::kAtBarrier && other.participants == block.participants)
          continue;
        return Failure{
            block.index,
            absl::StrCat(Place(launch_, block.index, "SyncAll"), "waits forever: block ",
                         other.index,
                         other.state == Core::State::kEnded ? " has ended without it"
                                                            : " waits for other blocks",
                         "; all must call it equally often and alike", AtPlace(block.site))};
      }
      break;  // it speaks for all that wait
    }
    return std::nullopt;
  }

  // Behind a barrier all go on when the last has come.
  void MeetInTime() {
    int64_t last = 0;
    for (const Block& block : blocks_) {
      if (block.core != nullptr) last = std::max(last, block.core->order().End().cycle);
    }
    for (Block& block : blocks_) {
      if (block.core != nullptr) block.core->order().AdvanceTo(last + kBarrierCycles);
    }
  }

  // At a barrier: what the cores have in their caches only stays there, and what they have of lines
  // that others wrote is out of date.
  void AgeCaches() {
    for (Block& block : blocks_) {
      block.in_cache.clear();
      if (block.core == nullptr || block.core->cache().empty()) continue;
      ScalarCache& cache = block.core->cache();
      cache.ForDirty([&](uint64_t begin, uint64_t end, const void* site) {
        block.in_cache.push_back({.begin = begin,
                                  .end = end,
                                  .kind = Core::Access::kWrite,
                                  .instruction = "GlobalTensor.SetValue",
                                  .site = site,
                                  .in_cache = true});
      });
      for (const Block& other : blocks_) {
        if (&other == &block) continue;
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
};

}  // namespace

absl::Status Run(const Launch& launch) {
  Counters counters;
  return Run(launch, &counters);
}

absl::Status Run(const Launch& launch, Counters* counters) {
  if (absl::Status status = Validate(launch); !status.ok()) return status;
  bool strict = launch.checks != Checks::kFast;
  if (const char* mode = std::getenv("OPENACLNN_AICORE_CHECKS");
      launch.checks == Checks::kDefault && mode != nullptr) {
    const std::string_view name = mode;
    if (name != "strict" && name != "fast") {
      return absl::InvalidArgumentError(
          absl::StrCat("OPENACLNN_AICORE_CHECKS=", name, "; strict or fast"));
    }
    strict = name == "strict";
  }
  const absl::StatusOr<bool> manual = IsManual(launch);
  if (!manual.ok()) return manual.status();
  const char* trace = std::getenv("OPENACLNN_TRACE");
  if (trace != nullptr && (*trace == '\0' || std::string_view(trace) == "0")) trace = nullptr;
  const bool printed = trace != nullptr && std::string_view(trace) == "1";

  const bool timed = launch.timed || trace != nullptr;
  Runner runner(launch, {.strict = strict || timed,
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
