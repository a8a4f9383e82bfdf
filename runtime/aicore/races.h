// What blocks of a launch do to memory that others use, too.
#ifndef OPENACLNN_RUNTIME_AICORE_RACES_H_
#define OPENACLNN_RUNTIME_AICORE_RACES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "runtime/aicore/access_ranges.h"
#include "runtime/aicore/core.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/meetings.h"

namespace openaclnn::aicore {

// A failure of the launch: the one of the lowest block counts.
struct Failure {
  int64_t block;
  std::string message;
};
Failure FailureAt(const Launch& launch, int64_t block, const char* instruction, const void* site,
                  absl::string_view what);

uint64_t Start(const Launch::Tensor& tensor);  // its address

// What a block did to global memory.
struct BlockAccesses {
  int64_t block = 0;
  std::vector<Core::Access> accesses;  // since it last waited
  bool counts_matter = false;          // others may know some of them to be complete
  // What was in the core's data cache only when it last waited.
  std::vector<Core::Access> in_cache;
};

class Races {
 public:
  // `memory`: the kernel's arguments. Both must outlive this.
  Races(const Launch& launch, const std::vector<Core::Argument>& memory)
      : launch_(launch), memory_(memory) {}

  // Bytes that two blocks used since both last waited, at least one of them writing: what they get
  // depends on which is first. Sorts and joins the accesses.
  std::optional<Failure> FindRace(absl::Span<BlockAccesses> blocks) const;

  // Writes of two blocks, one of them by the scalar unit, to one line of a data cache: the line is
  // written back whole, so one of them may be lost.
  std::optional<Failure> FindSharedLine(absl::Span<const BlockAccesses> blocks) const;

  // Bytes that a block uses and another used some time before, at least one of them writing,
  // unless the block knows that to be complete.
  std::optional<Failure> FindLateRace(absl::Span<const BlockAccesses> blocks,
                                      const Meetings& meetings) const;
  // Keeps the accesses for it.
  void Keep(absl::Span<const BlockAccesses> blocks);
  void ForgetKept() { kept_.clear(); }

 private:
  static constexpr size_t kKinds = 3;  // of Core::Access
  // By pipe and kind.
  using Kept = std::array<std::array<AccessRanges<Core::Access>, kKinds>, kPipes>;

  const Launch::Tensor* Find(uint64_t begin, uint64_t end) const;
  std::string Bytes(uint64_t begin, uint64_t end) const;
  Failure Conflict(int64_t block, const Core::Access& access, int64_t other,
                   const Core::Access& earlier, absl::string_view why) const;

  const Launch& launch_;
  const std::vector<Core::Argument>& memory_;
  std::vector<Kept> kept_;  // of each block; empty: nothing
};

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_RACES_H_
