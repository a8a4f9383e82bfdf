#include "runtime/aicore/launch.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "absl/types/span.h"
#include "runtime/aicore/core.h"
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
  int64_t participants = 0;  // of the barrier at which it waits
  Counters counters;
  std::vector<TraceEvent> trace;
  // Since the last barrier.
  std::vector<Core::Access> accesses;
  std::vector<Core::PendingAdd> adds;
};

// A failure of the launch: the one of the lowest block counts.
struct Failure {
  int64_t block;
  std::string message;
};

std::string Place(const Launch& launch, int64_t block, const char* instruction) {
  return absl::StrCat("kernel ", launch.kernel->name, ", block ", block, " of ", launch.blocks,
                      " (", launch.soc->name, "): ", instruction, ": ");
}

// Bytes that two blocks used between the same two barriers, at least one of them writing: what they
// get depends on which is first.
std::optional<Failure> FindRace(const Launch& launch, absl::Span<const Launch::Tensor> memory,
                                std::vector<Block>& blocks) {
  struct Use {
    Core::Access access;
    int64_t block;
  };
  std::vector<Use> uses;
  bool written = false;
  for (Block& block : blocks) {
    Core::Compact(block.accesses);
    for (const Core::Access& access : block.accesses) {
      written |= access.kind != Core::Access::kRead;
      uses.push_back({access, block.index});
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
      const Use* const later = before->block < use.block ? &use : before;
      const Use* const earlier = later == &use ? before : &use;
      const uint64_t begin = use.access.begin;
      const uint64_t end = std::min(use.access.end, before->access.end);
      const auto verb = [](const Use* u) {
        return u->access.kind == Core::Access::kRead ? "reads" : "writes";
      };
      std::string where = "global memory";
      for (const Launch::Tensor& tensor : memory) {
        const uint64_t start = reinterpret_cast<uintptr_t>(tensor.data);
        if (begin >= start && end - start <= static_cast<uint64_t>(tensor.bytes)) {
          where = absl::StrCat(tensor.name, ": ", verb(later), " bytes ", begin - start, " to ",
                               end - start);
          if (tensor.writable) break;
        }
      }
      return Failure{later->block,
                     absl::StrCat(Place(launch, later->block, later->access.instruction), where,
                                  ", which block ", earlier->block, " ", verb(earlier), " (",
                                  earlier->access.instruction, ") with no SyncAll between")};
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

void Add(const Counters& more, Counters* sum) {
  for (size_t p = 0; p < kPipes; ++p) {
    sum->pipes[p].instructions += more.pipes[p].instructions;
    sum->pipes[p].elements += more.pipes[p].elements;
    sum->pipes[p].bytes += more.pipes[p].bytes;
    sum->pipes[p].units += more.pipes[p].units;
  }
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
  Runner(const Launch& launch, bool strict, bool traced)
      : launch_(launch), strict_(strict), traced_(traced) {
    memory_.assign(launch.tensors.begin(), launch.tensors.end());
    memory_.push_back(launch.workspace);
    memory_.back().name = "workspace";
    memory_.back().writable = true;
    // On a chip there is always one, so kernels take null for a mistake of the host.
    if (memory_.back().data == nullptr) memory_.back() = NoWorkspace();
    tiling_.resize((launch.tiling.size() + sizeof(std::max_align_t) - 1) /
                   sizeof(std::max_align_t));
    if (!launch.tiling.empty())
      std::memcpy(tiling_.data(), launch.tiling.data(), launch.tiling.size());
    memory_.push_back({.data = tiling_.data(),
                       .bytes = static_cast<int64_t>(launch.tiling.size()),
                       .writable = false,
                       .name = "tiling"});
    auto memory = memory_.begin();
    auto scalar = launch.scalars.begin();
    for (const Parameter& parameter : launch.kernel->parameters) {
      // Values are copied from there, never written.
      arguments_.push_back(parameter.kind == Parameter::Kind::kAddress
                               ? static_cast<uint8_t*>((memory++)->data)
                               : const_cast<uint8_t*>((scalar++)->bytes().data()));
    }
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
      for (Block& block : blocks_) {
        Core::Apply(block.adds);
        block.adds.clear();
        block.accesses.clear();
      }
      std::erase_if(going, [&](int64_t b) {
        return blocks_[static_cast<size_t>(b)].state == Core::State::kEnded;
      });
    }
    return absl::OkStatus();
  }

  const std::vector<Block>& blocks() const { return blocks_; }

 private:
  static Launch::Tensor NoWorkspace() {
    static std::max_align_t place;
    return {.data = &place, .bytes = 0, .writable = true, .name = "workspace"};
  }

  // Runs a block up to its next barrier.
  void Step(Block& block) {
    if (block.core == nullptr) {
      block.core = Idle().Take();
      block.core->Begin(&launch_, memory_, block.index, strict_, traced_);
    }
    Core& core = *block.core;
    block.state = core.Step(arguments_);
    block.accesses.swap(core.accesses());
    block.adds.swap(core.pending_adds());
    block.participants = core.participants();
    if (block.state == Core::State::kAtBarrier) return;
    block.failure = core.failure();
    block.counters = core.counters();
    block.trace.swap(core.trace());
    Idle().Give(std::move(block.core));
  }

  std::optional<Failure> FirstFailure() {
    for (const Block& block : blocks_) {
      if (block.state == Core::State::kFailed) return Failure{block.index, block.failure};
    }
    if (strict_) {
      if (std::optional<Failure> race = FindRace(launch_, memory_, blocks_)) return race;
    }
    for (const Block& block : blocks_) {
      if (block.state != Core::State::kAtBarrier) continue;
      for (int64_t b = 0; b < block.participants; ++b) {
        const Block& other = blocks_[static_cast<size_t>(b)];
        if (other.state == Core::State::kAtBarrier && other.participants == block.participants)
          continue;
        return Failure{block.index,
                       absl::StrCat(Place(launch_, block.index, "SyncAll"), "waits forever: block ",
                                    other.index,
                                    other.state == Core::State::kEnded ? " has ended without it"
                                                                       : " waits for other blocks",
                                    "; all must call it equally often and alike")};
      }
      break;  // it speaks for all that wait
    }
    return std::nullopt;
  }

  const Launch& launch_;
  const bool strict_;
  const bool traced_;
  std::vector<std::max_align_t> tiling_;
  std::vector<Launch::Tensor> memory_;
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
  const char* trace = std::getenv("OPENACLNN_TRACE");
  if (trace != nullptr && (*trace == '\0' || std::string_view(trace) == "0")) trace = nullptr;
  const bool printed = trace != nullptr && std::string_view(trace) == "1";

  Runner runner(launch, strict, trace != nullptr && !printed);
  absl::Status status = runner.Run();
  Counters sum;
  for (const Block& block : runner.blocks()) Add(block.counters, &sum);
  if (printed) {
    const std::string text = Describe(launch, sum);
    std::fwrite(text.data(), 1, text.size(), stderr);
  } else if (trace != nullptr) {
    std::vector<std::vector<TraceEvent>> events;
    for (const Block& block : runner.blocks()) events.push_back(block.trace);
    // A trace that cannot be written is no reason for wrong results.
    if (absl::Status written = AppendChromeTrace(trace, launch, events); !written.ok()) {
      std::fprintf(stderr, "%s\n", std::string(written.message()).c_str());
    }
  }
  Add(sum, counters);
  return status;
}

}  // namespace openaclnn::aicore
