#include "runtime/aicore/races.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "runtime/aicore/core.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/location.h"
#include "runtime/aicore/meetings.h"
#include "runtime/aicore/scalar_cache.h"

namespace openaclnn::aicore {
namespace {

bool Conflicts(Core::Access::Kind a, Core::Access::Kind b) {
  // Reads do not disturb each other, nor do additions.
  return a != b || a == Core::Access::kWrite;
}

const char* Verb(const Core::Access& access) {
  return access.kind == Core::Access::kRead ? "reads" : "writes";
}

}  // namespace

uint64_t Start(const Launch::Tensor& tensor) { return reinterpret_cast<uintptr_t>(tensor.data); }

Failure FailureAt(const Launch& launch, int64_t block, const char* instruction, const void* site,
                  absl::string_view what) {
  const std::string place = LocationOf(site);
  return {block, absl::StrCat("kernel ", launch.kernel->name, ", block ", block, " of ",
                              launch.blocks, " (", launch.soc->name, "): ", instruction, ": ", what,
                              place.empty() ? "" : absl::StrCat(" [", place, "]"))};
}

// The argument that the bytes lie in, of several one that is writable; null if there is none.
const Launch::Tensor* Races::Find(uint64_t begin, uint64_t end) const {
  const Launch::Tensor* found = nullptr;
  for (const Core::Argument& argument : memory_) {
    const Launch::Tensor& tensor = argument.memory;
    const bool inside =
        begin >= Start(tensor) && end - Start(tensor) <= static_cast<uint64_t>(tensor.bytes);
    if (inside && (found == nullptr || tensor.writable)) found = &tensor;
  }
  return found;
}

// "bytes 0 to 4 of y".
std::string Races::Bytes(uint64_t begin, uint64_t end) const {
  const Launch::Tensor* const tensor = Find(begin, end);
  if (tensor == nullptr) return "global memory";
  return absl::StrCat("bytes ", begin - Start(*tensor), " to ", end - Start(*tensor), " of ",
                      tensor->name);
}

Failure Races::Conflict(int64_t block, const Core::Access& access, int64_t other,
                        const Core::Access& earlier, absl::string_view why) const {
  const uint64_t begin = std::max(access.begin, earlier.begin);
  const uint64_t end = std::min(access.end, earlier.end);
  std::string where = "global memory";
  if (const Launch::Tensor* const tensor = Find(begin, end)) {
    where = absl::StrCat(tensor->name, ": ", Verb(access), " bytes ", begin - Start(*tensor),
                         " to ", end - Start(*tensor));
  }
  const std::string place = LocationOf(earlier.site);
  return FailureAt(launch_, block, access.instruction, access.site,
                   absl::StrCat(where, ", which block ", other, " ", Verb(earlier), " (",
                                earlier.instruction, place.empty() ? "" : " at ", place, ")", why));
}

std::optional<Failure> Races::FindSharedLine(absl::Span<const BlockAccesses> blocks) const {
  struct Written {
    const BlockAccesses* block;
    const Core::Access* access;
  };
  std::map<uint64_t, Written> lines;
  // Arguments start where lines do.
  const auto first_line = [&](uint64_t address) {
    const Launch::Tensor* const tensor = Find(address, address + 1);
    const uint64_t start = tensor == nullptr ? address : Start(*tensor);
    return address - (address - start) % ScalarCache::kLineBytes;
  };
  const auto for_writes = [&](const auto& function) {
    for (const BlockAccesses& block : blocks) {
      for (const Core::Access& access : block.accesses)
        if (access.kind != Core::Access::kRead) function(block, access);
    }
  };
  for_writes([&](const BlockAccesses& block, const Core::Access& access) {
    for (uint64_t line = first_line(access.begin);
         access.pipe == Pipe::kScalar && line < access.end; line += ScalarCache::kLineBytes)
      lines.try_emplace(line, Written{&block, &access});
  });
  std::optional<Failure> failure;
  if (lines.empty()) return failure;
  for_writes([&](const BlockAccesses& block, const Core::Access& access) {
    auto it = lines.upper_bound(
        access.begin < ScalarCache::kLineBytes ? 0 : access.begin - ScalarCache::kLineBytes);
    for (; it != lines.end() && it->first < access.end && !failure; ++it) {
      const auto& [other, written] = it->second;
      if (other == &block) continue;
      const std::string place = LocationOf(written->site);
      failure = FailureAt(
          launch_, block.block, access.instruction, access.site,
          absl::StrCat("writes ", Bytes(access.begin, access.end), " in a line of ",
                       ScalarCache::kLineBytes, " bytes in which block ", other->block, " writes ",
                       Bytes(written->begin, written->end), " (", written->instruction,
                       place.empty() ? "" : " at ", place,
                       "); data caches write back whole lines, so one of the two may be lost"));
    }
  });
  return failure;
}

std::optional<Failure> Races::FindRace(absl::Span<BlockAccesses> blocks) const {
  struct Use {
    Core::Access access;
    int64_t block;
  };
  std::vector<Use> uses;
  bool written = false;
  for (BlockAccesses& block : blocks) {
    Core::Compact(block.accesses, block.counts_matter);
    for (const std::vector<Core::Access>* accesses : {&block.accesses, &block.in_cache}) {
      for (const Core::Access& access : *accesses) {
        written |= access.kind != Core::Access::kRead;
        uses.push_back({access, block.block});
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
      if (!Conflicts(use.access.kind, static_cast<Core::Access::Kind>(kind))) continue;
      const Farthest& f = farthest[kind];
      const Use* before = f.first != nullptr && f.first->block != use.block ? f.first : f.other;
      if (before == nullptr || before->block == use.block || before->access.end <= use.access.begin)
        continue;
      const Use* later = before->block < use.block ? &use : before;
      const Use* earlier = later == &use ? before : &use;
      if (later->access.in_cache && !earlier->access.in_cache) std::swap(later, earlier);
      return Conflict(
          later->block, later->access, earlier->block, earlier->access,
          earlier->access.in_cache
              ? " into its data cache only; DataCacheCleanAndInvalid brings it to memory"
              : " with no SyncAll between");
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

std::optional<Failure> Races::FindLateRace(absl::Span<const BlockAccesses> blocks,
                                           const Meetings& meetings) const {
  for (const BlockAccesses& block : blocks) {
    for (const Core::Access& access : block.accesses) {
      for (size_t other = 0; other < kept_.size(); ++other) {
        const auto number = static_cast<int64_t>(other);
        if (number == block.block) continue;
        const auto unknown = [&](const Core::Access& earlier) {
          return Conflicts(access.kind, earlier.kind) &&
                 !meetings.Knows(block.block, number, earlier);
        };
        for (const auto& kinds : kept_[other]) {
          for (const auto& ranges : kinds) {
            if (const Core::Access* const earlier = ranges.Find(access.begin, access.end, unknown))
              return Conflict(block.block, access, number, *earlier,
                              ", and nothing orders the two; SyncAll between does, or a flag that "
                              "CrossCoreSetFlag sets behind it on its pipe");
          }
        }
      }
    }
  }
  return std::nullopt;
}

void Races::Keep(absl::Span<const BlockAccesses> blocks) {
  kept_.resize(static_cast<size_t>(launch_.blocks));
  for (const BlockAccesses& block : blocks) {
    Kept& kept = kept_[static_cast<size_t>(block.block)];
    for (const Core::Access& access : block.accesses)
      kept[static_cast<size_t>(access.pipe)][access.kind].Insert(access);
  }
}

}  // namespace openaclnn::aicore
