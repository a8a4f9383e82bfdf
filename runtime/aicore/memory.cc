#include "runtime/aicore/memory.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "runtime/aicore/arch.h"
#include "runtime/aicore/core.h"
#include "runtime/aicore/meeting.h"

namespace openaclnn::aicore {
namespace {

constexpr int k950 = 3510;
constexpr int kA2 = 2201;
constexpr int k310P = 2002;
constexpr int k910 = 1001;

bool IsNew(const Arch& arch) { return arch.npu_arch == k950 || arch.npu_arch == kA2; }

}  // namespace

void FillGlobal(const char* name, const GlobalSpan& dst, int64_t element_bytes, const void* value,
                int64_t elements) {
  Instruction instruction(name, Pipe::kMte3);
  instruction.Need(IsNew(instruction.arch()), name);
  if (dst.begin % static_cast<uint64_t>(element_bytes) != 0)
    instruction.Fail("gm", "the address in global memory is not a multiple of ", element_bytes,
                     ", the size of the element");
  if (elements == 0) return;
  const int64_t left = instruction.core().FreeUnifiedBuffer();
  if (left < kBlockBytes)
    instruction.Fail("", "needs ", kBlockBytes,
                     " bytes of the unified buffer for itself; the kernel's buffers leave ", left);
  instruction.RangeGlobal("gm", dst, elements * element_bytes);
  std::array<uint8_t, kMaxRepeats * kBlockBytes> values;
  const int64_t most =
      std::min(static_cast<int64_t>(values.size()), left / kBlockBytes * kBlockBytes);
  const int64_t bytes = elements * element_bytes;
  for (int64_t at = 0; at < std::min(most, bytes); at += element_bytes)
    std::memcpy(values.data() + at, value, static_cast<size_t>(element_bytes));
  for (int64_t at = 0; at < bytes; at += most) {
    const int64_t piece = std::min(most, bytes - at);
    instruction.StoreGlobal("gm", dst, at, values.data(), piece);
    instruction.Done(piece / element_bytes, piece);
  }
}

namespace {

constexpr const char* kCleanName = "DataCacheCleanAndInvalid";

void CheckDestination(Instruction& instruction, CacheDestination destination) {
  const int arch = instruction.arch().npu_arch;
  if (destination != CacheDestination::kNone)
    instruction.Need(arch != k310P && arch != k910, "DataCacheCleanAndInvalid with DcciDst");
  if (destination == CacheDestination::kAtomic)
    instruction.Need(arch == k950, "DcciDst::CACHELINE_ATOMIC");
}

}  // namespace

void CleanCache(const GlobalSpan& span, bool all, CacheDestination destination) {
  Instruction instruction(kCleanName, Pipe::kScalar);
  CheckDestination(instruction, destination);
  if (span.base == 0) instruction.Fail("dst", "the tensor has no memory; SetGlobalBuffer gives it");
  ScalarCache& cache = instruction.core().cache();
  if (destination != CacheDestination::kUnifiedBuffer) {
    if (all) {
      cache.Clear();
    } else {
      cache.Drop(span.begin);
    }
  }
  instruction.Done(0, 0);
}

void CleanCache(const LocalSpan& span, CacheDestination destination) {
  Instruction instruction(kCleanName, Pipe::kScalar);
  CheckDestination(instruction, destination);
  instruction.Locate("dst", span, 0, 1);
  instruction.Done(0, 0);
}

void SetAtomic(const char* name, Core::Atomic type, Core::AtomicOp op) {
  Instruction instruction(name, Pipe::kScalar);
  if (type == Core::Atomic::kBfloat16)
    instruction.Need(instruction.soc().product->bfloat16, "bfloat16");
  if (op != Core::AtomicOp::kAdd) instruction.Need(IsNew(instruction.arch()), name);
  instruction.core().set_atomic(type, op);
}

namespace {

constexpr int kInfNanBit = 48;

void CheckControl(Instruction& instruction, int first, int last) {
  instruction.Need(IsNew(instruction.arch()), instruction.name());
  if (first != kInfNanBit || last != kInfNanBit)
    instruction.Fail("startBit", "bits ", first, " to ", last, " are not in the simulator; bit ",
                     kInfNanBit, " is");
}

}  // namespace

void SetControl(int first, int last, int64_t value) {
  Instruction instruction("SetCtrlSpr", Pipe::kScalar);
  CheckControl(instruction, first, last);
  if (value != 0 && value != 1) instruction.Fail("value", value, "; 0 or 1");
  instruction.core().set_saturates(value == 0);
  instruction.Done(1, sizeof(int64_t));
}

int64_t GetControl(int first, int last) {
  Instruction instruction("GetCtrlSpr", Pipe::kScalar);
  CheckControl(instruction, first, last);
  instruction.Done(1, sizeof(int64_t));
  return instruction.saturates() ? 0 : 1;
}

void ResetControl(int first, int last) {
  Instruction instruction("ResetCtrlSpr", Pipe::kScalar);
  CheckControl(instruction, first, last);
  instruction.core().set_saturates(instruction.core().SaturatesAtStart());
  instruction.Done(1, sizeof(int64_t));
}

namespace {

// The block's counter of the flag, and for whom it is.
struct Flag {
  Flag(Instruction& instruction, int mode, int id) {
    instruction.Need(IsNew(instruction.arch()), instruction.name());
    if (mode < 0 || mode >= kCrossCoreModes)
      instruction.Fail("modeId", mode, " is not in the simulator; 0, for all vector cores, and 1, ",
                       "for the two of an AI core, are");
    if (id < 0 || id >= kCrossCoreFlags)
      instruction.Fail("flagId", id, "; 0 to ", kCrossCoreFlags - 1);
    Core& core = instruction.core();
    set = &core.cross_core_flags()[static_cast<size_t>(mode)][static_cast<size_t>(id)];
    const int64_t blocks = core.launch().blocks;
    meeting = {.mode = mode, .id = id, .first = 0, .blocks = blocks};
    if (mode == 0) return;
    meeting.first = core.block() / kCoresTogether * kCoresTogether;
    meeting.blocks = kCoresTogether;
    if (meeting.first + meeting.blocks > blocks)
      instruction.Fail("modeId", "waits forever: block ", core.block(),
                       " is alone on its AI core; an even number of blocks has none like it");
  }

  static constexpr int64_t kCoresTogether = 2;  // vector cores of an AI core
  uint8_t* set;
  Meeting meeting;
};

}  // namespace

void SetCrossCoreFlag(int mode, std::optional<Pipe> pipe, int id) {
  Instruction instruction("CrossCoreSetFlag", Pipe::kScalar);
  const Flag flag(instruction, mode, id);
  constexpr int kMostSet = 15;
  if (*flag.set == kMostSet)
    instruction.Fail("flagId", "the flag ", id, " is set ", kMostSet,
                     " times already; CrossCoreWaitFlag comes between");
  ++*flag.set;
  instruction.core().Signal(flag.meeting, pipe);
}

void WaitForCrossCoreFlag(int mode, int id) {
  Instruction instruction("CrossCoreWaitFlag", Pipe::kScalar);
  const Flag flag(instruction, mode, id);
  if (*flag.set == 0)
    instruction.Fail("flagId", "waits forever: this block has not set the flag ", id,
                     "; CrossCoreSetFlag of the same id comes first, in all blocks");
  --*flag.set;
  instruction.core().CheckCores("CrossCoreWaitFlag", flag.meeting.blocks);
  instruction.core().Await(flag.meeting);
}

}  // namespace openaclnn::aicore
